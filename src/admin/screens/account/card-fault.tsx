import { Button } from '../../ui/button.tsx'

/** A section that could not be loaded, inside its card. The other sections keep working. */
export function CardFault(props: { sentence: string; busy: boolean; retry: () => Promise<unknown> }) {
  return (
    <div
      role="alert"
      className="mx-3 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 md:mx-4"
    >
      <span className="min-w-0 flex-1">{props.sentence}</span>
      <Button busy={props.busy} onClick={() => void props.retry()}>
        Erneut versuchen
      </Button>
    </div>
  )
}
