import { MAX_IMAGE_BYTES, tooLargeSentence } from '../../../../rules/uploads.ts'
import { useUploadMedia } from '../../../data/media.ts'
import { faultSentence } from '../../../lib/faults.ts'
import type { UploadImage } from './text/image-uploads.ts'

/** Uploads an image of the text into the media library; what goes wrong comes as a sentence for the chip in the text. */
export function useImageUpload(): UploadImage {
  const upload = useUploadMedia()
  return async (file, onProgress) => {
    if (file.size > MAX_IMAGE_BYTES) throw new Error(tooLargeSentence(file.name, MAX_IMAGE_BYTES))
    try {
      return await upload(file, { onProgress })
    } catch (error) {
      throw new Error(faultSentence(error, 'Fehler beim Hochladen'), { cause: error })
    }
  }
}
