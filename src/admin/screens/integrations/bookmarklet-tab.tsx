import { GripVertical } from 'lucide-react'
import type { RefCallback } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { bookmarkletCode } from './bookmarklet-code.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Steps } from './steps.tsx'

const STEPS = [
  'Blenden Sie die Lesezeichenleiste Ihres Browsers ein (Strg + Umschalt + B).',
  'Ziehen Sie den Knopf „Zur Inbox“ in die Leiste. Geht das nicht, legen Sie ein Lesezeichen an und fügen den Code als Adresse ein.',
  'Öffnen Sie eine Seite, die Sie aufheben möchten, und klicken Sie auf das Lesezeichen.',
  'Prüfen Sie im kleinen Fenster Titel und Adresse und wählen Sie „Speichern“.',
]

/** The bookmarklet: to drag, to copy, explained in four steps (INT-1). */
export function BookmarkletTab({ backendUrl }: { backendUrl: string }) {
  const code = bookmarkletCode(backendUrl)
  return (
    <div className="grid items-start gap-4 pt-4 lg:grid-cols-2">
      <Card title="Lesezeichen">
        <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
          <p className="text-fg-2">Legt die offene Seite in die Inbox.</p>
          <DragButton code={code} />
          <CopyField
            label="Bookmarklet-Code"
            value={code}
            action="Code kopieren"
            done="Bookmarklet-Code kopiert!"
            hint="Wo sich nichts ziehen lässt."
          />
        </div>
      </Card>
      <Card title="So richten Sie es ein">
        <div className="px-4 pt-1 pb-4">
          <Steps label="Anleitung zum Lesezeichen" steps={STEPS} />
        </div>
      </Card>
    </div>
  )
}

/** A link to drag into the bookmarks. React blocks `javascript:` URLs, so it is set on the element. */
function DragButton({ code }: { code: string }) {
  const setAddress: RefCallback<HTMLAnchorElement> = (element) => element?.setAttribute('href', code)
  return (
    <a
      ref={setAddress}
      href="#zur-inbox"
      draggable
      onClick={(event) => {
        event.preventDefault()
        toastDone('Ziehen Sie den Knopf in Ihre Lesezeichenleiste.')
      }}
      className={buttonClass({ look: 'primary', size: 36, className: 'cursor-grab self-start' })}
    >
      <GripVertical aria-hidden />
      Zur Inbox
    </a>
  )
}
