import type { ClipView } from '../views.ts'
import type { MediaPath } from '../world/state.ts'

export type BuiltIn = { name: string; label: string; media: MediaPath; width: number; height: number }

/** Pictures a customer may send from the phone. */
export const PICTURES: readonly BuiltIn[] = [
  { name: 'floor-plan', label: '户型图', media: 'asset/plan.png', width: 720, height: 960 },
  { name: 'wardrobe', label: '衣柜', media: 'asset/wardrobe.png', width: 720, height: 960 },
  { name: 'living-room', label: '客厅', media: 'asset/living-room.png', width: 720, height: 960 },
  { name: 'kitchen', label: '厨房', media: 'asset/kitchen.png', width: 720, height: 960 },
  { name: 'wall-crack', label: '墙面开裂', media: 'asset/wall-crack.jpg', width: 720, height: 540 },
]

export const EMOTICONS: readonly BuiltIn[] = [
  { name: '谢谢你', label: '谢谢你', media: 'asset/emoticon-thanks.gif', width: 160, height: 160 },
  { name: '在吗', label: '在吗', media: 'asset/emoticon-hello.gif', width: 160, height: 160 },
]

export type Clip = ClipView & { media: MediaPath; cover: MediaPath }

export const VIDEOS: readonly Clip[] = [
  { name: 'room', label: '看看我家客厅', media: 'asset/room.mp4', cover: 'asset/living-room.png', durationMs: 3_000 },
]

export const VOICES: readonly Clip[] = [
  { name: 'ask-price', label: '问价格（3 秒）', media: 'asset/voice-3s.wav', cover: '', durationMs: 3_000 },
  { name: 'long', label: '说说需求（8 秒）', media: 'asset/voice-8s.wav', cover: '', durationMs: 8_000 },
]

/** The named one, or the first where no name is given. */
export function choose<T extends { name: string }>(items: readonly T[], name: string | undefined): T | undefined {
  return name === undefined ? items[0] : items.find((item) => item.name === name)
}
