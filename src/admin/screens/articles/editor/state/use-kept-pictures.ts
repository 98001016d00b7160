import { useEffect, useState, type RefObject } from 'react'
import { ahead } from '../../../../lib/ahead.ts'
import {
  dropPicture,
  findPictures,
  holdPicture,
  keepPicture,
  notePicture,
  type PictureHome,
} from '../../../../writing/local/waiting-pictures.ts'
import type { MarkdownEditorHandle } from '../markdown-editor.tsx'
import type { PictureKeeper } from '../../../../writing/surface/picture-keeper.ts'
import type { ArticleEditing } from './use-article-editing.ts'

const AHEAD_MS = 300

type Options = { userId: string; editing: ArticleEditing; body: RefObject<MarkdownEditorHandle | null> }

/** Keeps the pictures given to an open text on this machine until they stand in it, and brings back those that wait here. */
export function useKeptPictures({ userId, editing, body }: Options): PictureKeeper {
  const { written } = editing.machine
  const [{ home, keeper }] = useState(() => {
    const home = (): PictureHome => {
      const { base, fields } = written.getSnapshot()
      return { userId, articleId: written.articleId, isNew: base === null, title: fields.title }
    }
    const keeper: PictureKeeper = {
      keep: (picture) => keepPicture(home(), picture, new Date()),
      note: (picture) => notePicture(home(), picture, new Date()),
      drop: (id) => dropPicture(userId, id),
      hold: holdPicture,
      textKept: editing.keepText,
    }
    return { home, keeper }
  })
  useEffect(() => {
    // What takes pictures in has to be here before the network goes.
    const callOff = ahead(
      AHEAD_MS,
      () => void import('../../../../writing/surface/image-uploads.ts').catch(() => undefined),
    )
    let open = true
    void findPictures(home()).then((pictures) => {
      if (open) body.current?.resumePictures(pictures)
    })
    return () => {
      open = false
      callOff()
    }
  }, [body, home])
  return keeper
}
