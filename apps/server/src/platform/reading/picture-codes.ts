import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import decodeWebp, { init } from '@jsquash/webp/decode.js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { UnreadableError } from './unreadable.ts'

const BROKEN = '图片已损坏，无法打开'
const CODES_MAX = 8
const CODE_CHARS_MAX = 1000

/** What the QR codes in a jpg, png, bmp or webp picture say. Untrusted bytes: run by the file reader in a process of its own. */
export async function pictureCodes(bytes: Uint8Array): Promise<string[]> {
  // By default the library fetches it from the internet.
  prepareZXingModule({ overrides: { wasmBinary: await readWasm('zxing-wasm/reader/zxing_reader.wasm') } })
  const picture = isWebp(bytes) ? await readWebp(bytes) : bytes
  const found = await readBarcodes(picture, {
    formats: ['QRCode', 'MicroQRCode'],
    maxNumberOfSymbols: CODES_MAX,
  })
  // Codes that are damaged are left out: what is not valid is the picture.
  if (found.some(({ isValid }) => !isValid)) throw new UnreadableError(BROKEN)
  return found.map(({ text }) => text.slice(0, CODE_CHARS_MAX))
}

const readWasm = async (path: string): Promise<ArrayBuffer> =>
  new Uint8Array(await readFile(fileURLToPath(import.meta.resolve(path)))).buffer

const isWebp = (bytes: Uint8Array) => Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'

/** The code reader opens the other formats itself. */
async function readWebp(bytes: Uint8Array): Promise<ImageData> {
  // The decoder hands its pixels to the constructor that browsers have.
  Object.assign(globalThis, { ImageData: Pixels })
  await init(await WebAssembly.compile(await readWasm('@jsquash/webp/codec/dec/webp_dec.wasm')))
  try {
    return await decodeWebp(new Uint8Array(bytes).buffer)
  } catch (error) {
    throw new UnreadableError(BROKEN, { cause: error })
  }
}

class Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
