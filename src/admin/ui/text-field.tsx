import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'

/** 36 px in dialogs and panels, 40 on sign-in; 44 each under 768 px. */
export type FieldSize = 36 | 40

const HEIGHTS: Record<FieldSize, string> = { 36: 'h-11 md:h-9', 40: 'h-11 md:h-10' }

/**
 * The box around a control: focus draws the ring in place of the border, an invalid one keeps its red border inside the
 * ring (docs/look.md rule 11).
 */
export const fieldBoxClass =
  'flex w-full items-center gap-2 rounded-control border border-line-control bg-surface px-3 text-fg has-[:is(input,textarea):focus-visible]:border-transparent has-[:is(input,textarea):focus-visible]:outline-2 has-[:is(input,textarea):focus-visible]:outline-accent has-[:is(input,textarea)[aria-invalid=true]]:border-danger! has-[:is(input,textarea)[aria-invalid=true]:focus-visible]:outline-offset-2'

/** Label 13 px above its field, 4 px away; `aside` stands at the right end of its line. */
export function FieldLabel({ aside, children, ...rest }: ComponentProps<'label'> & { aside?: ReactNode }) {
  return (
    <span className="mb-1 flex min-h-6 items-center justify-between gap-2 text-s text-fg-2">
      <label {...rest}>{children}</label>
      {aside}
    </span>
  )
}

/** What is wrong with a field, in words and with an icon, under it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-s text-danger">
      <CircleAlert aria-hidden className="icon-small mt-0.5" />
      {children}
    </p>
  )
}

export function FieldHint({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 text-s text-fg-2">
      {children}
    </p>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> & {
  label: ReactNode
  labelAside?: ReactNode
  size?: FieldSize
  /** The fault in German; the field is invalid while it is set. */
  error?: string | undefined
  /** A fault that will be said once the field is left: its room is kept, so that nothing moves under the pointer then. */
  comingError?: string | undefined
  hint?: ReactNode
  /** Stands inside the box, right of the text. */
  trailing?: ReactNode
}

/** One line of text with label, hint and fault, tied together for screen readers. `ref` reaches the input. */
export function TextField({
  label,
  labelAside,
  size = 36,
  error,
  comingError,
  hint,
  trailing,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const described = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <FieldLabel htmlFor={inputId} aside={labelAside}>
        {label}
      </FieldLabel>
      <span className={cx(fieldBoxClass, HEIGHTS[size], trailing !== undefined && 'pr-0.5! md:pr-1.5!')}>
        <input
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
        {trailing}
      </span>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
      {!error && comingError && (
        <div aria-hidden className="invisible">
          <FieldError>{comingError}</FieldError>
        </div>
      )}
      {hint && <FieldHint id={`${inputId}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

/** A password with a button that shows it while pressed in. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          aria-label="Eingabe anzeigen"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-9 flex-none place-items-center rounded-small text-fg-3 hover:text-fg md:size-7"
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </button>
      }
    />
  )
}

export type TextAreaProps = ComponentProps<'textarea'> & {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
}

/** Several lines of text; grows with what is written. */
export function TextArea({ label, error, hint, className, id, rows = 3, ...rest }: TextAreaProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const described = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <FieldLabel htmlFor={inputId}>{label}</FieldLabel>
      <span className={cx(fieldBoxClass, 'items-start py-2')}>
        <textarea
          {...rest}
          id={inputId}
          rows={rows}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          // Growing with the text makes browsers forget `rows`.
          style={{ minHeight: rows * 20 }}
          className="field-sizing-content min-w-0 flex-1 resize-none bg-transparent outline-none"
        />
      </span>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
      {hint && <FieldHint id={`${inputId}-hint`}>{hint}</FieldHint>}
    </div>
  )
}

/** The title every record of the desk has: one line of German, 300 characters at most (the contract's limit). */
export function TitleField(props: Omit<TextFieldProps, 'label' | 'name'>) {
  return (
    <TextField label="Titel" name="title" lang="de" spellCheck required autoComplete="off" maxLength={300} {...props} />
  )
}

/** The address of a page of the web: 2000 characters at most (the contract's limit). */
export function UrlField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>) {
  return <TextField type="url" inputMode="url" autoComplete="off" placeholder="https://" maxLength={2000} {...props} />
}

export type SelectLook = 'field' | 'row'

/** The class of what opens a list of choices: a field, or the value of a property row (docs/look.md rule 15). */
export function selectTriggerClass(look: SelectLook): string {
  return cx(
    'flex w-full items-center gap-2 rounded-control text-left data-placeholder:text-fg-3',
    look === 'field' && 'h-11 border border-line-control bg-surface px-3 aria-invalid:border-danger md:h-9',
    look === 'row' && 'h-11 px-2 hover:bg-hover data-[state=open]:bg-pressed md:h-8',
  )
}
