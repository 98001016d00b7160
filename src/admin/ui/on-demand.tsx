import { useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code is fetched when it is drawn first; until it is here, `pending` stands in its place. React's own `lazy`
 * would do it with Suspense, which holds back for 300 ms whatever comes soon behind a fallback: the first menu of a page,
 * the first dialog and the editor opened a third of a second late, however near their code was. Code that cannot be fetched
 * throws to the next boundary, and is asked for again when the component is mounted again.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { pending?: ReactNode }> {
  let Loaded: ComponentType<Props> | undefined
  return function OnDemandComponent({ pending = null, ...props }) {
    const [, settle] = useState(Loaded && 'loaded')
    useLayoutEffect(() => {
      // Where another one's code came between this drawing and its commit, it is drawn once more.
      if (Loaded) {
        settle('loaded')
        return undefined
      }
      let here = true
      load().then(
        (component) => {
          Loaded = component
          if (here) settle('loaded')
        },
        (error: unknown) =>
          here &&
          settle(() => {
            throw error
          }),
      )
      return () => {
        here = false
      }
    }, [])
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : pending
  }
}

/** Draws what is fetched only when needed (`onDemand`), from the first time it is wanted on. */
export function OnDemand({ wanted, children }: { wanted: boolean; children: ReactNode }): ReactNode {
  const [ever, setEver] = useState(wanted)
  if (wanted && !ever) setEver(true)
  return ever ? children : null
}
