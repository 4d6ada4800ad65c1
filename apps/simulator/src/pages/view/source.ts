import type { Source } from '../../views.ts'
import { type Html, html } from './html.ts'

export const SOURCE_NAMES: Record<Source, string> = { redbook: '小红书', douyin: '抖音' }

/** What a published piece is called on each platform. */
export const POST_NAMES: Record<Source, string> = { redbook: '笔记', douyin: '视频' }

const SHAPES: Record<Source, Html> = {
  redbook: html`<rect width="16" height="16" rx="4.5" fill="var(--source)" />
    <path d="M5.2 3.9h5.6v8.3L8 10.1l-2.8 2.1z" fill="var(--on-source)" />`,
  douyin: html`<circle cx="8" cy="8" r="8" fill="var(--source)" />
    <path d="M6.2 4.7v6.6L11.6 8z" fill="var(--on-source)" />`,
}

/** Our own icon, neutral colour, distinguished by shape and label. */
export const sourceMark = (source: Source, size = 16): Html =>
  html`<svg
    class="source-mark"
    width="${size}"
    height="${size}"
    viewBox="0 0 16 16"
    role="img"
    aria-label="${SOURCE_NAMES[source]}"
  >
    ${SHAPES[source]}
  </svg>`
