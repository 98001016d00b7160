import { useSight } from '../lib/use-sight.ts'
import { Button } from './button.tsx'
import { Spinner } from './skeleton.tsx'

type EndlessList = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * The end of an endless list: coming near it (`near`, in px) loads the next page. One under way shows, and so does one that
 * has to wait until the pages before it have been read again; a failed one says so and offers another try.
 */
export function EndlessEnd({ list, failed, near = 800 }: { list: EndlessList; failed: string; near?: number }) {
  const end = useSight(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage()
  }, near)
  return (
    <>
      <div ref={end} className={list.hasNextPage ? 'grid h-11 place-items-center text-fg-3' : 'h-px'}>
        {list.hasNextPage && list.isFetching && <Spinner />}
      </div>
      {list.isFetchNextPageError && (
        <div className="flex items-center justify-center gap-3 py-4 text-fg-2" role="alert">
          {failed}
          <Button onClick={() => void list.fetchNextPage()}>Erneut versuchen</Button>
        </div>
      )}
    </>
  )
}
