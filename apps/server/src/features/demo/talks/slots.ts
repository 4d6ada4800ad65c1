/** Values of the stories' {slots}; all names are invented. */
// oxfmt-ignore
export const SLOTS: Record<string, readonly string[]> = {
  area: ['62', '78', '89', '96', '104', '118', '127', '143'],
  rooms: ['两房', '小三房', '三房', '四房', '复式'],
  estate: ['江畔里', '云栖苑', '青枫府', '星河湾', '望山庭', '梧桐里', '拾光花园', '临湖上境'],
  city: ['杭州', '成都', '长沙', '苏州', '武汉', '宁波', '佛山', '合肥'],
  budget: ['3 万', '5 万', '6–8 万', '10 万左右', '15 万以内'],
  day: ['周六上午', '周日下午', '明天下午', '这周五晚上', '下周一'],
  board: ['颗粒板', '多层板', '欧松板', '实木多层'],
  room: ['次卧', '主卧', '客厅', '阳台', '厨房', '书房'],
  item: ['衣柜', '橱柜', '阳台柜', '书柜', '玄关柜', '榻榻米'],
  month: ['下个月', '年底', '三月份', '五一前后', '暑假'],
}

/** What the knowledge of the demo has no answer to, and what the AI says then. */
// oxfmt-ignore
export const UNKNOWN_QUESTIONS = ['可以以旧换新吗', '能寄块样板给我看看吗', '国外的房子你们做吗', '柜子里能装感应灯吗', '可以用公积金付款吗', '搬家的时候柜子能拆走重装吗']
export const UNKNOWN_REPLY = '这个我需要和同事确认一下，有结果马上回复您。'

// oxfmt-ignore
const FIRST = ['滨江', '山野', '柚子', '小鱼干', '晚风', '一只', '今天也要', '半夏', '江边的', '暖暖的', '新房', '装修中的', '慢慢', '春日', '薄荷', '向阳', '北岛', '豆豆', '安安', '九月的', '云朵', '橘子', '麦田里的', '老城区', '阳光', '知夏', '木棉', '小满', '南瓜', '青柠']
// oxfmt-ignore
const LAST = ['三房', '来信', '不加糖', '批发商', '渡口', '栗子', '早睡', '小屋', '的猫', '妈妈', '小白', '阿芳', '先生', '日记', '一朵', '花园', '同学', '的家', '厨房', '阿姨', '设计控', '爱收纳', '看房记', '小院']

/** The n-th nickname; different for several hundred numbers. */
export const nickname = (n: number): string =>
  `${FIRST[n % FIRST.length] ?? ''}${LAST[Math.floor(n / FIRST.length + n * 7) % LAST.length] ?? ''}`

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗'

/** A name as entered into a form. */
export const realName = (n: number): string => `${SURNAMES[n % SURNAMES.length] ?? ''}${n % 3 === 0 ? '先生' : '女士'}`

export const CLOSINGS = [
  '好的，有问题随时找我～',
  '好的，我先帮您备注下来。',
  '不客气，祝您生活愉快～',
  '嗯嗯，需要的时候私信我就行。',
]
