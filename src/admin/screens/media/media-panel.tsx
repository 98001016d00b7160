import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MediaAsset, MediaUsage } from '../../../contract/media.ts'
import { AI_PICTURE_WORDS, type AiShare } from '../../../rules/labels.ts'
import { inKilobytes, isSoundType } from '../../../rules/uploads.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaUsageQuery } from '../../data/media.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { lengthOf } from '../../parts/media-thumbnail.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useOffers } from '../../actions/offers.ts'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { FocusField } from './focus-field.tsx'
import { ReplaceButton } from './replace-button.tsx'
import { endingOf, useSavedWords } from './use-saved-words.ts'

const SHARES = [
  { value: 'none' as const, label: 'Ohne KI' },
  ...(Object.keys(AI_PICTURE_WORDS) as AiShare[]).map((value) => ({ value, label: AI_PICTURE_WORDS[value] })),
]

type Props = {
  asset: MediaAsset
  onCopy: () => void
  /** Null where the person may look and copy only. */
  onDelete: (() => void) | null
  /** Absent within a dialog, which has its own button for closing. */
  onClose?: () => void
}

/** One image in full: data, alt text and captions, uses, and its two actions. */
export function MediaPanel({ asset, onCopy, onDelete, onClose }: Props) {
  const zone = useSiteZone()
  const isSound = isSoundType(asset.mime_type)
  useOffers({ 'picture.copy': onCopy, 'picture.remove': onDelete })
  return (
    <>
      <Section>
        {isSound ? (
          <Player asset={asset} />
        ) : (
          <a href={asset.file_url} target="_blank" rel="noreferrer" className="block rounded-control">
            <img
              src={asset.file_url}
              alt={asset.alt || asset.filename}
              width={asset.width ?? undefined}
              height={asset.height ?? undefined}
              className="h-auto max-h-60 w-full rounded-control bg-hover object-contain"
            />
          </a>
        )}
        <div className="mt-3 mb-2 flex items-start gap-2">
          <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{asset.filename}</h2>
          {onClose && (
            <IconButton label="Angaben schließen" className="-my-1.5 -mr-2" onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          )}
        </div>
        <dl className="grid grid-cols-[96px_1fr] gap-y-1 text-s tabular-nums">
          <Fact name="Größe">{inKilobytes(asset.size_bytes)}</Fact>
          {isSound && <Fact name="Art">{lengthOf(asset)}</Fact>}
          {asset.width && asset.height && (
            <Fact name="Maße">
              {asset.width} × {asset.height}
            </Fact>
          )}
          <Fact name="Hochgeladen">
            <time dateTime={asset.created_at}>{formatInZone(asset.created_at, 'dd. MMM yyyy', zone)}</time>
          </Fact>
        </dl>
      </Section>
      {onDelete ? <WordFields asset={asset} /> : <WordFacts asset={asset} />}
      {onDelete && asset.width && asset.height && !isSound && (
        <Section>
          <FocusField asset={asset} />
        </Section>
      )}
      <Section>
        <Usage id={asset.id} />
      </Section>
      <div className="flex gap-2 border-t border-line px-4 py-3.5 max-md:px-0">
        <Button icon={<Copy aria-hidden />} onClick={onCopy} className="max-md:flex-1">
          URL kopieren
        </Button>
        {onDelete && <ReplaceButton asset={asset} />}
        {onDelete && (
          <IconButton
            edge
            label={isSound ? 'Datei löschen' : 'Bild löschen'}
            className="text-danger!"
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
    </>
  )
}

/** The texts of an image, which save themselves. */
function WordFields({ asset }: { asset: MediaAsset }) {
  const isSound = isSoundType(asset.mime_type)
  const { words, state, change, save, kept } = useSavedWords(asset)
  return (
    <Section>
      <RestoredNote {...kept} className="mb-2" />
      <TextField
        className="mb-3"
        label="Dateiname"
        maxLength={190}
        autoComplete="off"
        spellCheck={false}
        trailing={<span className="pr-2 text-fg-3">{endingOf(asset.filename)}</span>}
        value={words.filename}
        onChange={(event) => change({ filename: event.target.value })}
        onBlur={save}
      />
      <TextArea
        label={isSound ? 'Titel' : 'Alternativtext'}
        hint={isSound ? 'Für Vorlesegeräte und Feeds' : 'Für Vorlesegeräte'}
        lang="de"
        spellCheck
        rows={2}
        maxLength={1000}
        value={words.alt}
        onChange={(event) => change({ alt: event.target.value })}
        onBlur={save}
      />
      <TextArea
        className="mt-3"
        label={isSound ? 'Beschriftung' : 'Bildunterschrift'}
        lang="de"
        spellCheck
        rows={2}
        maxLength={2000}
        value={words.caption}
        onChange={(event) => change({ caption: event.target.value })}
        onBlur={save}
      />
      <TextField
        className="mt-3"
        label={isSound ? 'Nachweis' : 'Bildnachweis'}
        lang="de"
        maxLength={300}
        value={words.credit}
        onChange={(event) => change({ credit: event.target.value })}
        onBlur={save}
      />
      <div className="mt-3 grid grid-cols-[96px_1fr] items-center text-s">
        <span className="text-fg-2">KI</span>
        <SelectOnDemand<AiShare | 'none'>
          label="KI-Kennzeichnung"
          value={words.ai_share ?? 'none'}
          onChange={(next) => change({ ai_share: next === 'none' ? null : next })}
          choices={SHARES}
        />
      </div>
      <output className="mt-1.5 block h-4.5 text-s text-fg-3">
        {state === 'saving' ? 'Speichert …' : state === 'saved' ? 'Gespeichert' : ''}
      </output>
    </Section>
  )
}

/** The same to read: contributors write those of their texts in the text (RUL-61). */
function WordFacts({ asset }: { asset: MediaAsset }) {
  const isSound = isSoundType(asset.mime_type)
  const facts = [
    [isSound ? 'Titel' : 'Alternativtext', asset.alt],
    [isSound ? 'Beschriftung' : 'Bildunterschrift', asset.caption],
    [isSound ? 'Nachweis' : 'Bildnachweis', asset.credit],
    ['KI', SHARES.find(({ value }) => value === (asset.ai_share ?? 'none'))?.label ?? ''],
  ] as const
  return (
    <Section>
      <dl className="text-s">
        {facts.map(([name, words]) => (
          <div key={name} className="mb-2">
            <dt className="text-fg-2">{name}</dt>
            <dd lang="de" className="wrap-anywhere">
              {words || 'Keine Angabe'}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-s text-fg-2">Diese Angaben ändert die Redaktion.</p>
    </Section>
  )
}

/** The browser's own player. */
function Player({ asset }: { asset: MediaAsset }) {
  const label = asset.alt || asset.filename
  return asset.mime_type.startsWith('video/') ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of the library has no track
    <video
      controls
      preload="metadata"
      src={asset.file_url}
      aria-label={label}
      className="max-h-60 w-full rounded-control bg-hover"
    />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a file of the library has no track
    <audio controls preload="metadata" src={asset.file_url} aria-label={label} className="w-full" />
  )
}

function Section({ children }: { children: ReactNode }) {
  return <div className="border-t border-line px-4 py-3.5 first:border-t-0 max-md:px-0">{children}</div>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Sections of the settings where records and custom CSS are changed. */
const SECTIONS = {
  authors: 'autoren',
  categories: 'kategorien',
  tags: 'schlagwoerter',
  appearance: 'aussehen',
} as const

function placeOf({ noun, id }: MediaUsage) {
  if (noun === 'articles') return { to: '/admin/articles/$id', params: { id } } as const
  if (noun === 'pages') return { to: '/admin/pages/$id', params: { id } } as const
  return { to: '/admin/settings', search: { bereich: SECTIONS[noun] } } as const
}

function Usage({ id }: { id: string }) {
  const usage = useQuery(mediaUsageQuery(useApi(), id))
  return (
    <>
      <h3 className="mb-1 text-s text-fg-2">Verwendet in</h3>
      {usage.isError && <p className="text-s text-fg-2">Das ließ sich gerade nicht feststellen.</p>}
      {usage.data?.length === 0 && <p className="text-s text-fg-2">Keinem Artikel</p>}
      <ul>
        {usage.data?.map((use) => (
          <li key={use.id}>
            <Link
              {...placeOf(use)}
              className="-mx-2 flex h-11 items-center gap-2 rounded-control px-2 text-s hover:bg-hover md:h-7"
            >
              {use.status !== null && <StatusText state={use.status} className="flex-none text-xs" />}
              <span className="min-w-0 truncate">{use.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
