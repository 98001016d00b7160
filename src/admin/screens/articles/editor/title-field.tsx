import type { Ref } from 'react'
import { asLine } from '../../../lib/text-from-outside.ts'
import { isComposing } from '../../../lib/key-takers.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Enter or arrow down at the end moves to the text. */
  onDone: () => void
  ref: Ref<HTMLTextAreaElement>
}

const TYPE =
  '[grid-area:1/1] font-reading text-[28px]/[34px] font-semibold tracking-[-0.014em] wrap-anywhere whitespace-pre-wrap text-balance md:text-[38px]/[44px]'

/** The title, a text area that grows with its content and accepts no line breaks. */
export function TitleField({ value, onChange, onDone, ref }: Props) {
  return (
    <div className="mb-4 grid md:mb-6">
      <span aria-hidden className={`${TYPE} invisible`}>
        {`${value || 'Titel'} `}
      </span>
      <textarea
        ref={ref}
        rows={1}
        lang="de"
        spellCheck
        maxLength={300}
        aria-label="Titel"
        placeholder="Titel"
        value={value}
        onChange={(event) => onChange(asLine(event.target.value))}
        onKeyDown={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget
          const atEnd = selectionStart === value.length && selectionEnd === value.length
          if (isComposing(event.nativeEvent)) return
          if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && atEnd)) return
          event.preventDefault()
          onDone()
        }}
        className={`${TYPE} resize-none overflow-hidden bg-transparent caret-accent outline-none placeholder:font-medium`}
      />
    </div>
  )
}
