const shapes = {
  bookmark: (
    <>
      <rect width="16" height="16" rx="4.5" fill="var(--source)" />
      <path d="M5.2 3.9h5.6v8.3L8 10.1l-2.8 2.1z" fill="var(--on-source)" />
    </>
  ),
  play: (
    <>
      <circle cx="8" cy="8" r="8" fill="var(--source)" />
      <path d="M6.2 4.7v6.6L11.6 8z" fill="var(--on-source)" />
    </>
  ),
}

export type SourceShape = keyof typeof shapes

/** Source icon: neutral colour, distinguished by shape and label. */
export function SourceMark({ shape, label, size = 16 }: { shape: SourceShape; label: string; size?: number }) {
  return (
    <span title={label}>
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
        {shapes[shape]}
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}
