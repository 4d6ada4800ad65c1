import { Jieba } from '@node-rs/jieba'
import { dict } from '@node-rs/jieba/dict.js'

let jieba: Jieba | undefined

/** The dictionary takes a while to read, so that is done when it is first needed. */
export function segmenter(): Jieba {
  jieba ??= Jieba.withDict(dict)
  return jieba
}
