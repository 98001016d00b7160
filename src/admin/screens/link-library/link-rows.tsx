import { Copy, EllipsisVertical, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Link } from '../../../contract/links.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useNarrow } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import type { LibraryRowsProps } from '../../parts/library/library-screen.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { quoted } from '../../../rules/quoted.ts'
import { hostOf } from '../../../rules/url.ts'

type RowsProps = LibraryRowsProps<Link>
type Actions = Omit<RowsProps, 'items' | 'withCategory'>

/** A table from 768 px on, cards below (LINK-1). j/k and arrows move between titles. */
export function LinkRows(props: RowsProps) {
  const narrow = useNarrow()
  return narrow ? <LinkCards {...props} /> : <LinkTable {...props} />
}

function Title({ link, className }: { link: Link; className: string }) {
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer"
      data-row={link.id}
      title={link.title}
      className={cx('font-medium outline-none', className)}
    >
      {link.title}
      <span className="sr-only"> (neuer Tab)</span>
    </a>
  )
}

/** The line is drawn on the cells: any other child of a row would be laid out as a further cell. */
const LINE =
  'relative after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line first:after:left-3 last:after:right-3'
const CELL = `h-11 px-2 first:rounded-l-control first:pl-3 last:rounded-r-control last:pr-3 ${LINE}`
const HEAD = `h-8 px-2 font-normal first:pl-3 last:pr-3 ${LINE}`

function LinkTable({ items, withCategory, ...actions }: RowsProps) {
  const zone = useSiteZone()
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body)
  return (
    <div className="-mx-3">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-xs text-fg-3">
            <th className={cx(HEAD, 'lg:w-[34%]')}>Titel</th>
            <th className={cx(HEAD, 'w-[20%]')}>Adresse</th>
            <th className={cx(HEAD, 'max-lg:hidden')}>Beschreibung</th>
            {withCategory && <th className={cx(HEAD, 'w-32')}>Kategorie</th>}
            <th className={cx(HEAD, 'w-28 text-right')}>Angelegt</th>
            <th className={cx(HEAD, 'w-31')}>
              <span className="sr-only">Aktionen</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map((link) => (
            <tr
              key={link.id}
              className={cx(
                'group relative hover:[&>td]:bg-hover',
                'has-[[data-row]:focus-visible]:z-2 has-[[data-row]:focus-visible]:rounded-control has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-offset-2 has-[[data-row]:focus-visible]:outline-accent',
              )}
            >
              <td className={CELL}>
                <Title link={link} className="relative block truncate hover:underline" />
              </td>
              <td className={cx(CELL, 'truncate text-s text-fg-2')} title={link.url}>
                {hostOf(link.url)}
              </td>
              <td className={cx(CELL, 'truncate text-s text-fg-2 max-lg:hidden')} title={link.description || undefined}>
                {link.description}
              </td>
              {withCategory && <td className={cx(CELL, 'truncate text-s text-fg-2')}>{link.category}</td>}
              <td className={cx(CELL, 'text-right text-s whitespace-nowrap text-fg-2 tabular-nums')}>
                <time dateTime={link.created_at}>{formatInZone(link.created_at, 'dd. MMM yyyy', zone)}</time>
              </td>
              <td className={CELL}>
                <RowActions link={link} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowActions({ link, onCopy, onEdit, onDelete, mayChange }: Actions & { link: Link }) {
  return (
    <span className="flex justify-end gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      <IconButton label="Adresse kopieren" onClick={() => onCopy(link)}>
        <Copy aria-hidden />
      </IconButton>
      {mayChange(link) && (
        <>
          <IconButton label="Link bearbeiten" onClick={() => onEdit(link)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label="Link löschen" onClick={() => onDelete(link)}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      )}
    </span>
  )
}

function LinkCards({ items, withCategory, onCopy, onEdit, onDelete, mayChange }: RowsProps) {
  return (
    <ul aria-label="Links" className="mt-3 grid grid-cols-1 gap-3">
      {items.map((link) => (
        <li key={link.id} className="flex gap-1 rounded-card border border-line bg-surface py-3 pr-1 pl-4">
          <div className="min-w-0 flex-1">
            <Title
              link={link}
              className="relative -my-3 inline-block py-3 wrap-anywhere hyphens-auto focus-visible:outline-2! focus-visible:outline-accent"
            />
            <p className="truncate text-s text-fg-2">
              {hostOf(link.url)}
              {withCategory && ` · ${link.category}`}
            </p>
            {link.description && (
              <p className="mt-1.5 line-clamp-3 text-s text-fg-2 wrap-anywhere hyphens-auto">{link.description}</p>
            )}
          </div>
          <Menu
            trigger={
              <button
                type="button"
                aria-label={`Aktionen für ${quoted(link.title)}`}
                className={iconButtonClass({ className: '-mt-2' })}
              >
                <EllipsisVertical aria-hidden />
              </button>
            }
          >
            <MenuItem
              icon={<ExternalLink aria-hidden />}
              onSelect={() => window.open(link.url, '_blank', 'noopener,noreferrer')}
            >
              Öffnen
            </MenuItem>
            <MenuItem icon={<Copy aria-hidden />} onSelect={() => onCopy(link)}>
              Adresse kopieren
            </MenuItem>
            {mayChange(link) && (
              <>
                <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(link)}>
                  Bearbeiten
                </MenuItem>
                <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onDelete(link)}>
                  Löschen
                </MenuItem>
              </>
            )}
          </Menu>
        </li>
      ))}
    </ul>
  )
}
