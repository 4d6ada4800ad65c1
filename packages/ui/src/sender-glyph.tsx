const glyphs = {
  spark: {
    filled: true,
    drawing: (
      <path d="M12 3.5c.8 4.9 3.6 7.7 8.5 8.5-4.9.8-7.7 3.6-8.5 8.5-.8-4.9-3.6-7.7-8.5-8.5 4.9-.8 7.7-3.6 8.5-8.5z" />
    ),
  },
  person: {
    filled: true,
    drawing: (
      <>
        <circle cx="12" cy="8" r="3.7" />
        <path d="M4.8 20c.5-4 3.4-6 7.2-6s6.7 2 7.2 6" />
      </>
    ),
  },
  flow: {
    filled: false,
    drawing: (
      <>
        <rect x="3.5" y="4" width="6.5" height="5" rx="1.5" />
        <rect x="14" y="15" width="6.5" height="5" rx="1.5" />
        <path d="M6.75 9v5.5a3 3 0 0 0 3 3H14" />
      </>
    ),
  },
}

export type SenderGlyphName = keyof typeof glyphs

/** Sender icon in the text's colour: person and AI filled, flow outlined. */
export function SenderGlyph({ name, size = 12 }: { name: SenderGlyphName; size?: number }) {
  const { filled, drawing } = glyphs[name]
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  )
}
