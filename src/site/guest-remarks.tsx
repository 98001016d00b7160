import { LONGEST_QUOTE, LONGEST_REMARK } from '../rules/limits.ts'
import { LONGEST_NAME } from '../rules/person-name.ts'
import { Field } from './comments.tsx'
import type { GuestRemarksProps } from './page-props.ts'
import { dayInWords } from './published-date.ts'

/** Remarks of guests on a preview (TEAM-7): what came by this link, and the form. Works without a script and sets no cookie. */
export function GuestRemarks({ remarks, timezone }: { remarks: GuestRemarksProps; timezone: string }) {
  const { action, items, typed, fault } = remarks
  const faultOf = (field: string) => (fault?.field === field ? fault.words : undefined)
  return (
    <section className="comments hang" aria-labelledby="anmerkungen">
      <h2 id="anmerkungen">Anmerkungen</h2>
      {items.map(({ id, name, body, at }) => (
        <article key={id} className="comment">
          <p className="meta">
            <b>{name}</b> <time dateTime={at}>{dayInWords(at, timezone)}</time>
          </p>
          {body.split('\n').map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of one text, drawn once
            <p key={index}>{line}</p>
          ))}
        </article>
      ))}
      <p className="hint">Nur die Redaktion und wer diesen Link hat, liest sie. Öffentlich werden sie nie.</p>
      <form className="form" method="post" action={action}>
        <Field id="g-name" label="Name" short fault={faultOf('name')}>
          {(props) => <input {...props} name="name" maxLength={LONGEST_NAME} required defaultValue={typed.name} />}
        </Field>
        <Field id="g-quote" label="Stelle" hint="Worte aus dem Text. Leer: zum ganzen Text." fault={faultOf('quote')}>
          {(props) => (
            <textarea {...props} name="quote" rows={2} maxLength={LONGEST_QUOTE} defaultValue={typed.quote} />
          )}
        </Field>
        <Field id="g-text" label="Anmerkung" fault={faultOf('text')}>
          {(props) => (
            <textarea {...props} name="text" rows={4} maxLength={LONGEST_REMARK} required defaultValue={typed.text} />
          )}
        </Field>
        {fault?.field === 'form' && (
          <p className="fault" role="alert">
            {fault.words}
          </p>
        )}
        <p className="buttons">
          <button className="button primary" type="submit">
            Anmerken
          </button>
        </p>
      </form>
    </section>
  )
}
