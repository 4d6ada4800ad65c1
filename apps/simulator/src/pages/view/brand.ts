import { html } from './html.ts'

export const DEMO_NOTICE = '模拟平台 · 仅供演示'

/** Two half-discs facing each other across a gap, one a step higher. */
export const brandMark = (size: number) =>
  html`<svg width="${size}" height="${size}" viewBox="0 0 40 40" aria-hidden="true">
    <rect width="40" height="40" rx="11" fill="var(--brand)" />
    <path d="M18.6 7.6v18.8a9.4 9.4 0 0 1 0-18.8z" fill="#fff" />
    <path d="M21.4 13.6v18.8a9.4 9.4 0 0 0 0-18.8z" fill="#fff" />
  </svg>`

/** On every page: nothing here is a real platform. */
export const demoNotice = html`<strong class="demo-notice">${DEMO_NOTICE}</strong>`
