import { Link } from '@tanstack/react-router'
import {
  ArchiveX,
  AtSign,
  BookOpen,
  CalendarClock,
  CheckCheck,
  CircleUserRound,
  Download,
  FileX,
  Flag,
  Hand,
  ListChecks,
  Mail,
  MailOpen,
  MessageSquare,
  Rss,
  Undo2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Notice } from '../../../contract/notices.ts'
import { noticeDetail, noticeKind, type NoticeKind } from '../../../rules/notices.ts'
import { useApproveWaiting } from '../../data/dashboard.ts'
import { useNoticeReading } from '../../data/notices.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { placeOf } from './notice-places.ts'

const ICONS: Record<NoticeKind, ReactNode> = {
  assigned: <CircleUserRound aria-hidden className="icon-small" />,
  invited: <BookOpen aria-hidden className="icon-small" />,
  mentioned: <AtSign aria-hidden className="icon-small" />,
  submitted: <Hand aria-hidden className="icon-small" />,
  approved: <CheckCheck aria-hidden className="icon-small" />,
  returned: <Undo2 aria-hidden className="icon-small" />,
  suggestion_decided: <ListChecks aria-hidden className="icon-small" />,
  due_tomorrow: <CalendarClock aria-hidden className="icon-small" />,
  published: <StateGlyph state="published" />,
  not_published: <FileX aria-hidden className="icon-small text-danger" />,
  comment_waiting: <MessageSquare aria-hidden className="icon-small" />,
  comment_reported: <Flag aria-hidden className="icon-small text-danger" />,
  feed_broken: <Rss aria-hidden className="icon-small" />,
  account_waiting: <UserRound aria-hidden className="icon-small" />,
  backup_failed: <ArchiveX aria-hidden className="icon-small text-danger" />,
  import_finished: <Download aria-hidden className="icon-small" />,
}

/** One notice: its sentence leads to its place and marks it as read; one button at most. */
export function NoticeRow(props: { notice: Notice; zone: string; me: string; onOpened?: (() => void) | undefined }) {
  const { notice, zone } = props
  const { kind, count, actor, things, reason, read } = notice
  const { mark } = useNoticeReading()
  const titles = things.map(({ title }) => title)
  const facts = { noun: things[0]?.noun ?? '', count, actor: actor?.name ?? null, title: titles[0] ?? '', reason }
  const detail = noticeDetail(kind, { count, reason, titles })
  const place = placeOf(notice, props.me)
  const open = () => {
    if (!read) mark.mutate({ id: notice.id, read: true })
    props.onOpened?.()
  }
  return (
    <li className="group relative flex gap-3 py-2 pr-2 pl-4 hover:bg-hover has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent">
      {!read && <span aria-hidden className="absolute top-[15px] left-[5px] size-1.5 rounded-full bg-accent" />}
      <span className="grid size-5 flex-none place-items-center text-fg-2">
        {actor && (kind === 'assigned' || kind === 'invited' || kind === 'mentioned') ? (
          <Initials name={actor.name} />
        ) : (
          ICONS[kind]
        )}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={place.to}
          {...(place.params && { params: place.params })}
          {...(place.search && { search: place.search })}
          data-row={notice.id}
          onClick={open}
          className={cx(
            'leading-5 outline-none max-md:line-clamp-2 md:block md:truncate before:absolute before:inset-0',
            read ? 'text-fg-2' : 'font-medium',
          )}
        >
          {!read && <span className="sr-only">Neu: </span>}
          {noticeKind(kind).sentence(facts)}
        </Link>
        {detail !== '' && <p className="truncate text-s text-fg-2">{detail}</p>}
        {kind === 'account_waiting' && count === 1 && things[0] && (
          <ApproveButton id={things[0].id} name={things[0].title} />
        )}
      </div>
      <div className="flex flex-none flex-col items-end">
        <time dateTime={notice.at} className="pr-2 text-s leading-5 text-fg-2 tabular-nums">
          {formatInZone(notice.at, 'HH:mm', zone)}
        </time>
      </div>
      <span className="absolute top-0.5 right-1 z-1 rounded-control bg-raised opacity-0 group-hover:opacity-100 has-focus-visible:opacity-100 pointer-coarse:hidden">
        <IconButton
          label={read ? 'Als neu markieren' : 'Als gelesen markieren'}
          onClick={() => mark.mutate({ id: notice.id, read: !read }, { onError: failed })}
        >
          {read ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
        </IconButton>
      </span>
    </li>
  )
}

const failed = (error: unknown) => toastRefusal(error, 'Das ließ sich nicht ändern')

/** Approves the account that waits; undone as on the dashboard. */
function ApproveButton({ id, name }: { id: string; name: string }) {
  const approve = useApproveWaiting()
  const change = async (approval: 'approved' | 'pending') => {
    try {
      await approve.mutateAsync({ id, approval })
      if (approval === 'approved') toastDone(`${name} ist freigegeben`, { undo: () => void change('pending') })
    } catch (error) {
      toastRefusal(error, 'Das Konto ließ sich nicht freigeben')
    }
  }
  return (
    <Button
      aria-label={`${name} freigeben`}
      busy={approve.isPending}
      className="relative z-1 mt-1.5 md:h-7 md:px-2.5"
      onClick={() => void change('approved')}
    >
      Freigeben
    </Button>
  )
}
