import { maxBytesOf, tooLargeSentence } from '../../../../../rules/uploads.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { useUploadMedia } from '../../../../data/media.ts'
import { faultSentence, UnreachableError } from '../../../../lib/faults.ts'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import type { OpenArticle } from '../../../../writing/open-article.ts'
import type { AskFacts, EmbedFacts } from '../../../../writing/editor-view/pictures/picture-facts.ts'
import { Unsent, type Sending, type UploadImage } from '../../../../writing/editor-view/uploads/picture-drafts.ts'

/**
 * Uploads an image of the text into the media library, named after `about` if it has no useful file name. An identical
 * picture is reused. Errors are sentences for the chip in the text.
 */
function useImageUpload(about: () => string): UploadImage {
  const upload = useUploadMedia()
  return async (file, onProgress, signal) => {
    const most = maxBytesOf(file.type)
    if (file.size > most) throw new Error(tooLargeSentence(file.name, most))
    try {
      return await upload(file, { onProgress, signal, about: about(), once: true })
    } catch (error) {
      if (error instanceof UnreachableError) throw new Unsent(error.message, { cause: error })
      throw new Error(faultSentence(error, 'Fehler beim Hochladen'), { cause: error })
    }
  }
}

/** Upload of pictures of an open text, with its toasts. */
export function usePictures(article: OpenArticle, about: () => string): Sending {
  const upload = useImageUpload(about)
  return {
    upload,
    keeper: article.pictures,
    onDiscarded: (undo) => toastDone('Bild verworfen', { undo }),
    onMissed: () =>
      toastFault('Bild nicht eingefügt', {
        description: 'Der Server antwortet nicht. Bitte versuchen Sie es noch einmal.',
      }),
  }
}

/** Queries the media library for the pictures of the text. A trashed one counts as lost. */
export function useAskPictures(): AskFacts {
  const api = useApi()
  return async (urls) => (await api.media.lookup({ urls })).items.filter(({ in_trash }) => !in_trash)
}

/** Queries the server for title and picture of the text's embeds. */
export function useAskEmbeds(): (addresses: string[]) => Promise<EmbedFacts[]> {
  const api = useApi()
  return async (addresses) => (await api.embeds.lookup({ addresses })).items
}
