import { QUICK_REPLY_COLUMNS } from './quick-reply/index.ts'

/** Columns of an import of questions. */
export const QUESTION_COLUMNS = { question: '问题', similar: '相似问', answer: '答案' } as const

type Row = readonly string[]

/** Question, other ways to ask it by line, answer. The import template shows the first two. */
export const SAMPLE_QUESTIONS: readonly Row[] = [
  ['你们的营业时间是几点？', '几点开门\n周末营业吗', '每天 10:00–21:00，周末与节假日照常营业。'],
  ['可以上门量尺吗？', '量房收费吗', '可以，主城区免费上门量尺，提前一天预约即可。'],
  ['店在哪里？', '地址在哪\n怎么过去', '我们在城西路 18 号，门口可以停车；来之前告诉我们一声，到店有专人接待。'],
  ['多少钱？', '怎么收费\n报个价', '价格按尺寸和材质计算，告诉我们大致需求，可以先为您估一个参考价。'],
  ['多久能做好？', '工期多长\n几天能发货', '确认方案后一般 20 到 30 天完成，具体以合同约定为准。'],
  ['有质保吗？', '售后怎么办\n坏了找谁', '整体质保五年，五金质保两年；有问题直接在这里告诉我们。'],
  ['怎么付款？', '要付定金吗\n可以分期吗', '签约时付定金，安装验收后付尾款，支持分期。'],
  ['可以开发票吗？', '怎么开票', '可以，付款后提供抬头和税号，三个工作日内开具电子发票。'],
]

/** Group, title, content, code. The import template shows the first two. */
export const SAMPLE_REPLIES: readonly Row[] = [
  ['开场与问候', '欢迎语', '{客户昵称}您好，我是{企业名}的{客服名}，请问想了解哪方面？', 'hy'],
  ['报价与材料', '报价说明', '柜体按投影面积计价，含五金和安装，具体以量房后的报价单为准。', 'bj'],
  ['开场与问候', '请稍等', '正在为您核实，请稍等，马上回复您。', 'sd'],
  ['报价与材料', '询问需求', '方便说一下大致尺寸、喜欢的材质和所在城市吗？我先为您估一个参考价。', 'xq'],
  ['预约与到店', '预约到店', '欢迎到店看样，您哪天方便？我为您预留时间并安排专人接待。', 'yy'],
  ['预约与到店', '上门量尺', '可以上门量尺，请告诉我小区和方便的时间，我来安排。', 'lc'],
  ['售后与结束', '售后登记', '给您带来不便很抱歉，请描述一下问题并发一张照片，我们尽快安排处理。', 'sh'],
  ['售后与结束', '结束语', '感谢您的咨询，之后有任何问题都可以直接在这里找我。', 'js'],
]

/** CSV (RFC 4180) as an import reads it. */
const tableOf = (columns: Readonly<Record<string, string>>, rows: readonly Row[]): string =>
  [Object.values(columns), ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\n')

/** The tables that 导入示例 imports. */
export const sampleQuestionTable = (): string => tableOf(QUESTION_COLUMNS, SAMPLE_QUESTIONS)
export const sampleReplyTable = (): string => tableOf(QUICK_REPLY_COLUMNS, SAMPLE_REPLIES)
