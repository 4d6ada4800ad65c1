import { KNOWLEDGE_MAX } from '@ruwu/contract'
import { searchKnowledge } from '../engine/retrieval/index.ts'
import { engineWith, inputOf } from '../engine/testing/talk.ts'
import { fillLibrary, openLibrary, openLibraryDatabase } from './library.ts'
import { manyPairs } from './many-pairs.ts'
import { plansOf } from './plans.ts'

/** Asked in other words than the library has. */
const QUESTIONS = [
  '胡桃木客厅的衣柜啥价',
  '银杏书房地板多久能装好',
  '青松那个餐厅窗帘坏了你们管不管',
  '你好请问红枫玄关灯具能便宜点吗谢谢',
  '水曲柳阳台书架脏了咋擦',
  '怎么收费',
  '可以退吗',
  '橡木卫生间瓷砖有味道吗',
  '店在哪里',
  '白桦卧室床垫能改尺寸不',
]
const TIMES = 10
const SCAN = /Seq Scan on knowledge/

/** Times of one search after the other, and of our own engine's answers, in an account that knows as much as it may. */
export async function measureSearch(url: string, entries = KNOWLEDGE_MAX) {
  const db = await openLibraryDatabase(url)
  const library = await openLibrary(db.sql, new Date())
  await fillLibrary(db.sql, library, manyPairs(entries), new Date())
  // What autovacuum does within the minute.
  await db.pool.query('vacuum analyze knowledge, knowledge_piece, knowledge_term')
  const search = (question: string) => searchKnowledge(db.sql, library, question)
  const engine = engineWith()
  const searches = await timesOf(search)
  const answers = await timesOf((question) => engine.decide(inputOf({ said: [`他: ${question}`], search })))
  let scans = 0
  for (const question of QUESTIONS) {
    const plans = await plansOf(db, () => search(question))
    scans += plans.filter((plan) => SCAN.test(plan)).length
  }
  await db.close()
  return { searches, answers, scans }
}

/** The first time of each does not count. */
async function timesOf(ask: (question: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const question of QUESTIONS)
    for (let n = 0; n <= TIMES; n += 1) {
      const began = performance.now()
      await ask(question)
      if (n > 0) times.push(performance.now() - began)
    }
  return times
}
