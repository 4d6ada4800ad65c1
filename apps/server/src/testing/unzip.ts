import { inflateRawSync } from 'node:zlib'

const ENTRY_MARK = 0x02014b50
const END_BYTES = 22

/** Texts of a zip archive by name, read by its directory. For archives of tests: everything is in memory. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - END_BYTES
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === ENTRY_MARK) {
    const [packed, nameBytes] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    files.set(name, inflateRawSync(archive.subarray(start, start + packed)).toString('utf8'))
    at += 46 + nameBytes
  }
  return files
}
