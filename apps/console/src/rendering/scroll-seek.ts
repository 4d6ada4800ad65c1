/** Scroll seek: above 300 px per frame rows are placeholders; below 100 they are rendered again. */
export const SCROLL_SEEK = { enter: (px: number) => Math.abs(px) > 300, exit: (px: number) => Math.abs(px) < 100 }
