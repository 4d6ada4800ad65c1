import { crc32, deflateRawSync } from 'node:zlib'
import writeWorkbook from 'write-excel-file/node'

type Cell = string | number | null

/** A workbook with one sheet of these rows. */
export const xlsxOf = (rows: readonly (readonly Cell[])[]): Promise<Buffer> =>
  writeWorkbook(rows.map((row) => row.map((value) => (value === null ? null : { value })))).toBuffer()

export const fileOf = (bytes: Buffer | string, name: string): File =>
  new File([new Uint8Array(Buffer.from(bytes))], name)

/** A compressed archive; `size` is what it claims of every entry, whatever the truth is. */
export function zipOf(entries: Record<string, string | Buffer>, size?: number): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(entries)) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, name)
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed)
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

const paragraph = (text: string) =>
  text.startsWith('# ')
    ? `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${text.slice(2)}</w:t></w:r></w:p>`
    : `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A Word document of these paragraphs; those that begin with # are headings. */
export const docxOf = (paragraphs: readonly string[], extra: Record<string, Buffer> = {}): Buffer =>
  zipOf({
    '[Content_Types].xml': TYPES,
    '_rels/.rels': RELS,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.map(paragraph).join('')}</w:body></w:document>`,
    ...extra,
  })

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** A PDF page with these lines, in a font whose characters are named by Unicode. */
export function pdfOf(lines: readonly string[]): Buffer {
  const toUnicode = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end`
  const page = `BT /F1 12 Tf 20 TL 40 800 Td ${lines.map((line) => `<${hex(line)}> Tj T*`).join(' ')} ET`
  const stream = (text: string) => `<< /Length ${text.length} >> stream\n${text}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(page),
    '<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor 8 0 R >>',
    stream(toUnicode),
    '<< /Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  )
}
