import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewAnswer, NewRemark, Remark, RemarkChange, Remarks } from '../../../contract/articles/remarks.ts'
import type { Api } from '../api.ts'

/** The article or page, and the endpoints of its remarks. */
export type RemarkedText = { noun: 'articles' | 'pages'; id: string; remarks: Api['articles']['remarks'] }

const keyOf = ({ noun, id }: RemarkedText) => ['remarks', noun, id]

/** All remarks of a text, in their order of time (RUL-60). */
export function remarksQuery(text: RemarkedText) {
  return queryOptions({
    queryKey: keyOf(text),
    queryFn: ({ signal }) => text.remarks.list({ id: text.id }, { signal }),
    staleTime: 5_000,
    retry: 1,
  })
}

type WithoutText<T> = Omit<T, 'id'>

/** Writes, answers, changes, removes and restores. The list shows a result at once, and is read again. */
export function useRemarkDeeds(text: RemarkedText) {
  const client = useQueryClient()
  const { id, remarks } = text
  const show = (changed: Remark) => {
    client.setQueryData<Remarks>(keyOf(text), (data) => {
      if (!data) return data
      const isKnown = data.items.some((one) => one.id === changed.id)
      const items = data.items.map((one) => (one.id === changed.id ? { ...changed, passage: one.passage } : one))
      return isKnown ? { ...data, items } : data
    })
  }
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(text) })
  return {
    create: useMutation({
      mutationFn: (input: WithoutText<NewRemark>) => remarks.create({ ...input, id }),
      onSettled,
    }),
    answer: useMutation({
      mutationFn: (input: WithoutText<NewAnswer>) => remarks.answer({ ...input, id }),
      onSuccess: show,
      onSettled,
    }),
    update: useMutation({
      mutationFn: (input: WithoutText<RemarkChange>) => remarks.update({ ...input, id }),
      onSuccess: show,
      onSettled,
    }),
    remove: useMutation({ mutationFn: (remark_id: string) => remarks.remove({ id, remark_id }), onSettled }),
    restore: useMutation({ mutationFn: (remark_id: string) => remarks.restore({ id, remark_id }), onSettled }),
  }
}
