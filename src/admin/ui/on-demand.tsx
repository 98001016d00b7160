import { Suspense, useState, type ReactNode } from 'react'

/** Draws what is fetched only when needed (`lazy`), from the first time it is wanted on. */
export function OnDemand({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  const [ever, setEver] = useState(wanted)
  if (wanted && !ever) setEver(true)
  return ever ? <Suspense>{children}</Suspense> : null
}
