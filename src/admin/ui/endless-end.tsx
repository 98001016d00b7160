import { useSight } from '../lib/use-sight.ts'
import { Button } from './button.tsx'

type EndlessList = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The end of an endless list: coming near it loads the next page, and a failed one says so and offers another try. */
export function EndlessEnd({ list, failed }: { list: EndlessList; failed: string }) {
  const end = useSight(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage()
  })
  return (
    <>
      <div ref={end} className="h-px" />
      {list.isFetchNextPageError && (
        <div className="flex items-center justify-center gap-3 py-4 text-fg-2" role="alert">
          {failed}
          <Button onClick={() => void list.fetchNextPage()}>Erneut versuchen</Button>
        </div>
      )}
    </>
  )
}
