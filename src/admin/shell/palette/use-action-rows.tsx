import type { ReactNode } from 'react'
import { keyWords } from '../../actions/keys.ts'
import { offered, useOfferedActions, whatIsMeant } from '../../actions/offers.ts'
import { action, type ActionId, type Target } from '../../actions/registry.ts'
import { hasScreen, useRole } from '../../data/role.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { ActionIcon } from './icons.tsx'
import type { PaletteRow } from './row.tsx'
import type { Do } from './step.ts'

/** Done by the shell, wherever one is. */
const SHELL: ReadonlySet<ActionId> = new Set([
  'shortcuts.open',
  'help.open',
  'theme.light',
  'theme.dark',
  'theme.system',
  'site.open',
  'session.end',
])

function pathOf({ to, params = {} }: Target): string {
  return to.replaceAll(/\$(\w+)/g, (_all, name: string) => params[name] ?? '')
}

/** Offered by what is on the screen now, and by nothing else. */
export function isHere(id: ActionId): boolean {
  return action(id).to === undefined && offered(id) !== undefined && !SHELL.has(id)
}

/** Which actions the caller can do here and now, and their lines. */
export function useActionRows(does: Pick<Do, 'leadOn' | 'run'>) {
  useOfferedActions()
  const role = useRole()
  const can = (id: ActionId) => {
    const { to, owners, step, one } = action(id)
    if (owners && role !== 'owner') return false
    if (to && !hasScreen(role, pathOf(to))) return false
    if (step && whatIsMeant() === null) return false
    if (one && whatIsMeant()?.items.length !== 1) return false
    return offered(id) !== undefined || to !== undefined || SHELL.has(id)
  }
  const actionRow = (id: ActionId, group: string, marks: PaletteRow['marks'] = []): PaletteRow => {
    const { words, keys, step: leadsOn } = action(id)
    return {
      key: id,
      group,
      icon: <ActionIcon id={id} />,
      title: words,
      marks,
      note: keys?.[0] && <Keys keys={keys[0]} />,
      leadsOn: leadsOn === true,
      atOnce: true,
      choose: ({ newTab }) => {
        const target = leadsOn && whatIsMeant()
        if (target) does.leadOn({ chip: words, kind: 'choose', id, meant: target })
        else does.run(id, newTab)
      },
    }
  }
  return { can, actionRow }
}

function Keys({ keys }: { keys: string }): ReactNode {
  return (
    <span className="flex gap-1 max-md:hidden">
      {keyWords(keys).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
