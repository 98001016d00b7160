import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { useArticleDeeds } from '../../../../data/articles/deeds.ts'
import { peopleQuery } from '../../../../data/users.ts'
import { Initials } from '../../../../ui/initials.tsx'
import { SelectOnDemand } from '../../../../ui/select-on-demand.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

const NOBODY = 'none'

/** The person responsible for the article, who is notified when it is handed over. Saves at once; the text stays. */
export function AssigneeRow({ article }: { article: Article }) {
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  const { assign } = useArticleDeeds()
  // An open text reads its record once, so later changes of this tab are stored here.
  const [changed, setChanged] = useState<string | null>()
  const value = changed === undefined ? article.assignee_id : changed
  const change = async (next: string | null) => {
    try {
      await assign.mutateAsync({ id: article.id, assignee_id: next })
      setChanged(next)
      const name = people.find(({ id }) => id === next)?.name
      toastDone(name === undefined ? 'Niemand ist mehr zuständig' : `Zuständig ist jetzt ${name}`, {
        undo: () => void change(value),
        id: 'assignee',
      })
    } catch (error) {
      toastRefusal(error, 'Die Zuständigkeit ließ sich nicht ändern')
    }
  }
  return (
    <SelectOnDemand
      label="Zuständig"
      value={value ?? NOBODY}
      disabled={assign.isPending}
      choices={[
        { value: NOBODY, label: 'Niemand' },
        ...people.map(({ id, name }) => ({ value: id, label: name, icon: <Initials name={name} /> })),
      ]}
      onChange={(next) => void change(next === NOBODY ? null : next)}
      className="-mr-2"
    />
  )
}
