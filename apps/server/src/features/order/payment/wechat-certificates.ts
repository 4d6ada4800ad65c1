import { type KeyObject, X509Certificate } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'

type Downloaded = {
  found: readonly { serialNo: string; pem: string }[]
  /** Whether the answer that carried them was signed by this key. */
  isSigned(key: KeyObject): boolean
}

/** Between two downloads: calls with made-up serial numbers cannot make us ask all the time. */
const DOWNLOAD_EVERY_MS = 60_000

/**
 * 微信支付平台证书 by serial number. A serial number that is not known, as after a rotation, downloads them again: old and new ones are
 * valid side by side for some days.
 */
export function createPlatformCertificates({ clock, download }: { clock: Clock; download(): Promise<Downloaded> }) {
  let known = new Map<string, X509Certificate>()
  let downloadedAt = -Infinity
  let running: Promise<void> = Promise.resolve()

  async function refresh(): Promise<void> {
    downloadedAt = clock.now().getTime()
    const { found, isSigned } = await download()
    const fresh = new Map(found.map(({ serialNo, pem }) => [serialNo, new X509Certificate(pem)]))
    // Encrypted with our own key already; the signature shows that nothing was mixed from several answers.
    if (![...fresh.values()].some(({ publicKey }) => isSigned(publicKey)))
      throw new Error('the certificates are not signed by one of themselves')
    known = fresh
  }

  return {
    async find(serialNo: string): Promise<KeyObject | undefined> {
      const now = clock.now()
      if (!known.has(serialNo)) {
        if (now.getTime() - downloadedAt >= DOWNLOAD_EVERY_MS) running = refresh()
        await running
      }
      const certificate = known.get(serialNo)
      const isValid = certificate && certificate.validFromDate <= now && now <= certificate.validToDate
      return isValid ? certificate.publicKey : undefined
    },
  }
}
