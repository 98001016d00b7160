import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../../../data/api-context.tsx'
import { sitePagesQuery } from '../../../../data/site-pages.ts'
import type { ArticleEditing } from '../use-article-editing.ts'

/** The ear for what others save of this page: the list is read anew whenever pages change. */
export function PageNews({ editing: { base, machine } }: { editing: ArticleEditing }) {
  const pages = useQuery(sitePagesQuery(useApi())).data
  const version = pages?.find(({ id }) => id === base?.id)?.version
  useEffect(() => {
    if (version !== undefined) machine.noticed(version)
  }, [machine, version])
  return null
}
