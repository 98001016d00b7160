/** An instance that does nothing but send issues, until it is killed. Its environment is that of the server. */
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { createLog } from '../../src/server/platform/log.ts'
import { sendIssues } from '../../src/server/readers/newsletter/sending.service.ts'
import { mailContent } from '../../src/server/readers/site/machine-readable/mail-content.ts'

const config = readConfig()
const db = await openDatabase(config)
const clock = () => new Date(Date.now() + Number(process.env.AHEAD_MS))
const content = mailContent({ db, config })
for (;;) await sendIssues({ db, config, clock, log: createLog('silent') }, content)
