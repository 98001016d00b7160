import type { Job } from '../../platform/job.ts'
import { hashStored } from './hashes.service.ts'
import { forgetFormerFiles } from './replacement.service.ts'
import { isAnyUnsized, makeSizes } from './sizes.service.ts'

const DAY = 24 * 3600

/** What pictures were before they were replaced goes after 30 days, like the trash. */
export const forgetReplaced: Job = {
  name: 'forget-replaced-pictures',
  everySeconds: DAY,
  run: (runtime) => forgetFormerFiles(runtime, runtime.clock()),
}

/** Pictures that a former release or an import stored without it get the hash by which they are known again. */
export const hashPictures: Job = { name: 'hash-pictures', everySeconds: DAY, run: hashStored }

/**
 * RUL-51: pictures get the widths that readers load them in, soon after they were uploaded; older ones are caught up in turns.
 */
export const sizePictures: Job = { name: 'size-pictures', everySeconds: 3, hasWork: isAnyUnsized, run: makeSizes }
