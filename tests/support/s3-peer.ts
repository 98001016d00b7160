import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A real S3-compatible service on loopback with two empty buckets; media go into the first. */
export type S3Peer = {
  /** Environment variables that configure it in the product. */
  env: { S3_ENDPOINT: string; S3_BUCKET: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string }
  /** The second bucket. */
  secondBucket: string
  /** The first bucket as `npm run move` takes it. */
  address: string
  /** Lets the objects of the first bucket whose names begin so have been changed at an instant. */
  setTime: (prefix: string, at: Date) => Promise<void>
  stop: () => Promise<void>
}

const SECOND = 'daneben'

/** `at`: its port, by default a free one. */
export async function startS3Peer(at = 0): Promise<S3Peer> {
  const directory = await mkdtemp(join(tmpdir(), 'blog-cms-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: at,
    silent: true,
    directory,
    configureBuckets: ['blog', SECOND].map((name) => ({ name, configs: [] })),
  })
  const { port } = await server.run()
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'blog',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    secondBucket: SECOND,
    address: `http://S3RVER:S3RVER@127.0.0.1:${port}/blog`,
    async setTime(prefix, at) {
      const bucket = join(directory, 'blog')
      for (const name of await readdir(bucket, { recursive: true }))
        if (name.startsWith(prefix)) await utimes(join(bucket, name), at, at)
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
