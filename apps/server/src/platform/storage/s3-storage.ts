import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config.ts'
import { checkKey, type Storage } from './storage.ts'

type S3Settings = Pick<Config, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

/** Any S3-compatible object storage, addressed by path (what all of them understand). */
export function s3Storage(settings: S3Settings): Storage {
  const Bucket = settings.S3_BUCKET
  const client = new S3Client({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
    // Not every S3-compatible storage supports the SDK's newer default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })

  const storage: Storage = {
    async put(key, body, size, contentType, signal) {
      await client.send(
        new PutObjectCommand({ Bucket, Key: checkKey(key), Body: body, ContentLength: size, ContentType: contentType }),
        { abortSignal: signal },
      )
    },
    async get(key, range) {
      try {
        const Range = range && `bytes=${range.start}-${range.end}`
        const found = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }))
        const whole = found.ContentRange?.split('/')[1]
        return { body: found.Body as Readable, size: whole ? Number(whole) : (found.ContentLength ?? 0) }
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
    async check() {
      const key = `check-${randomUUID()}`
      await storage.put(key, Buffer.from('ok'), 2, 'text/plain')
      await storage.remove(key)
    },
  }
  return storage
}
