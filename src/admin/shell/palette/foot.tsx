import { Kbd } from '../../ui/kbd.tsx'

/** Which keys do what at the moment; the keyboard hears them anyway. */
export function Foot(props: { back: boolean; newTab: boolean; more: boolean; onKeys: () => void }) {
  const { back, newTab, more, onKeys } = props
  return (
    <div
      aria-hidden
      className="flex h-9 flex-none items-center gap-4 border-t border-line px-3 text-xs text-fg-2 max-md:hidden"
    >
      <Key keys={['↑', '↓']}>wählen</Key>
      <Key keys={['↵']}>öffnen</Key>
      {back ? <Key keys={['⌫']}>zurück</Key> : newTab && <Key keys={['Strg ↵']}>neuer Tab</Key>}
      {more && <Key keys={['→']}>Aktionen</Key>}
      <span className="flex-1" />
      <button type="button" tabIndex={-1} className="flex items-center gap-1.5 hover:text-fg" onClick={onKeys}>
        <Kbd>?</Kbd> Alle Tasten
      </button>
    </div>
  )
}

function Key({ keys, children }: { keys: string[]; children: string }) {
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      <span className="pl-0.5">{children}</span>
    </span>
  )
}
