import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Check } from 'lucide-react'
import { Fragment } from 'react'
import type { NoticeChoices } from '../../../contract/notices.ts'
import { DIGEST_HOURS, NOTICE_GROUPS, noticeKind, type NoticeGroup } from '../../../rules/notices.ts'
import { useApi } from '../../data/api-context.tsx'
import { noticeChoicesQuery, useNoticeChoices } from '../../data/notices.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

const GROUPS = Object.entries(NOTICE_GROUPS) as [NoticeGroup, string][]
const HOURS = DIGEST_HOURS.map((hour) => ({
  value: String(hour),
  label: `täglich um ${String(hour).padStart(2, '0')}:00`,
}))

/** `/admin/account/notices`: what the account is notified of, per kind by bell, e-mail, both or neither; saves by itself. */
export function NoticeChoicesScreen() {
  const choices = useQuery(noticeChoicesQuery(useApi()))
  const { choose, setHour } = useNoticeChoices()
  const saving = choose.isPending || setHour.isPending
  const saved = choose.isSuccess || setHour.isSuccess
  return (
    <Page title="Mitteilungen">
      <div className="flex items-start gap-1">
        <Link
          to="/admin/account"
          aria-label="Zurück zum Konto"
          className={iconButtonClass({ className: '-ml-2 md:mt-0.5' })}
        >
          <ArrowLeft aria-hidden />
        </Link>
        <TitleLine title="Mitteilungen" className="min-w-0 flex-1">
          <output className="flex items-center gap-1.5 text-s text-fg-2">
            {saving && 'Speichert …'}
            {!saving && saved && (
              <>
                <Check aria-hidden className="icon-small text-published" />
                gespeichert
              </>
            )}
          </output>
        </TitleLine>
      </div>
      {choices.data ? (
        <Choices
          choices={choices.data}
          onChoose={(input) => choose.mutate(input, { onError: (error) => toastRefusal(error, 'Nicht gespeichert') })}
          onHour={(hour) => setHour.mutate(hour, { onError: (error) => toastRefusal(error, 'Nicht gespeichert') })}
        />
      ) : choices.isError ? (
        <BrokenState query={choices} />
      ) : (
        <SkeletonRows columns="grid max-w-[760px] grid-cols-[1fr_80px] gap-4" cells={2} />
      )}
    </Page>
  )
}

function Choices(props: {
  choices: NoticeChoices
  onChoose: (input: { kind: NoticeChoices['kinds'][number]['kind']; bell?: boolean; mail?: boolean }) => void
  onHour: (hour: NoticeChoices['hour']) => void
}) {
  const { choices, onChoose } = props
  const { mail } = choices
  return (
    <div className="max-w-[760px]">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="text-s text-fg-2">
            <th scope="col" className="font-normal">
              <span className="sr-only">Mitteilung</span>
            </th>
            <th scope="col" className="w-16 text-center font-normal md:w-24">
              Glocke
            </th>
            {mail && (
              <th scope="col" className="w-16 text-center font-normal md:w-24">
                E-Mail
              </th>
            )}
          </tr>
        </thead>
        {GROUPS.map(([group, words]) => {
          const kinds = choices.kinds.filter(({ kind }) => noticeKind(kind).group === group)
          if (kinds.length === 0) return null
          return (
            <Fragment key={group}>
              <tbody>
                <tr>
                  <th scope="rowgroup" colSpan={mail ? 3 : 2} className="pt-4 pb-1.5 text-s font-normal text-fg-2">
                    {words}
                  </th>
                </tr>
                {kinds.map(({ kind, bell, mail: mailed }) => {
                  const name = noticeKind(kind).words
                  return (
                    <tr key={kind} className="h-11 border-t border-line md:h-9">
                      <th scope="row" className="pr-2 font-normal hyphens-auto">
                        {name}
                      </th>
                      <td>
                        <span className="flex justify-center">
                          <Checkbox
                            label={`${name}: Glocke`}
                            checked={bell}
                            onToggle={() => onChoose({ kind, bell: !bell })}
                          />
                        </span>
                      </td>
                      {mail && (
                        <td>
                          <span className="flex justify-center">
                            <Checkbox
                              label={`${name}: E-Mail`}
                              checked={mailed}
                              onToggle={() => onChoose({ kind, mail: !mailed })}
                            />
                          </span>
                        </td>
                      )}
                    </tr>
                  )
                })}
              </tbody>
            </Fragment>
          )
        })}
      </table>
      {mail && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium">Sammelmail</p>
            <p className="text-s text-fg-2">eine am Tag, und nur, wenn etwas darin steht</p>
          </div>
          <Select
            label="Uhrzeit der Sammelmail"
            labelHidden
            value={String(choices.hour)}
            choices={HOURS}
            onChange={(value) => props.onHour(Number(value) as NoticeChoices['hour'])}
          />
        </div>
      )}
    </div>
  )
}
