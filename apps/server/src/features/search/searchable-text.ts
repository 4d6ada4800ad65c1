import type { Content } from '@ruwu/contract'

/** The searchable text of a message; empty for types without text. */
export function searchableText(content: Content): string {
  switch (content.type) {
    case 'text':
    case 'note':
      return content.text ?? ''
    case 'file':
      return placeholderOf(content)
    case 'link':
      return [placeholderOf(content), ...formValues(content.extra?.fields)].join(' ').trim()
    default:
      return ''
  }
}

const placeholderOf = ({ placeholder }: Content) => (typeof placeholder === 'string' ? placeholder : '')

/** Values of a submitted form card. */
function formValues(fields: string | undefined): string[] {
  if (!fields) return []
  try {
    return (JSON.parse(fields) as { value?: unknown }[]).flatMap(({ value }) =>
      typeof value === 'string' ? [value] : [],
    )
  } catch {
    return []
  }
}
