import type { Job } from '../../platform/job.ts'
import { hashStored } from './hashes.service.ts'
import { forgetFormerFiles } from './replacement.service.ts'
import { isAnyUnsized, makeSizes } from './sizes.service.ts'

const DAY = 24 * 3600

/** Deletes former files of images after 30 days, like the trash. */
export const forgetReplaced: Job = {
  name: 'forget-replaced-pictures',
  everySeconds: DAY,
  run: (runtime) => forgetFormerFiles(runtime, runtime.clock()),
}

/** Adds the duplicate detection hash to pictures stored without it by a former release or an import. */
export const hashPictures: Job = { name: 'hash-pictures', everySeconds: DAY, run: hashStored }

/** RUL-51: makes responsive widths of pictures soon after their upload; older ones are processed in batches. */
export const sizePictures: Job = { name: 'size-pictures', everySeconds: 3, hasWork: isAnyUnsized, run: makeSizes }
