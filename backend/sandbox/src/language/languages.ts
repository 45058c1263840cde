import { ENGLISH } from './english';
import { list, set } from './language';
import type { Language } from './language';
import { words } from './words';

const NONE: ReadonlySet<string> = new Set();

/** Fallback for an unknown language, which assumes only that spaces separate words. */
const UNKNOWN: Language = {
  tag: 'und',
  spaced: true,
  small: NONE,
  joining: NONE,
  turning: NONE,
  lasting: /(?!)/u,
  titles: NONE,
  saying: NONE,
  placing: NONE,
  determiners: NONE,
  people: NONE,
  animals: NONE,
  pronoun: '(?!)',
  being: '(?!)',
  article: '(?!)',
  within: '(?!)',
  phrase: null,
  speaker: null,
  time: {},
  weather: {},
  place: {},
};

export const GERMAN: Language = {
  ...UNKNOWN,
  tag: 'de',
  small: set(
    `der die das den dem des ein eine einen einem einer eines und aber oder nicht in im an am auf zu zum zur mit von vom
    bei aus nach für über unter vor hinter durch um er sie es ich du wir ihr ihm ihn ihnen sich uns war ist sind waren
    hat hatte hatten wird wurde sein seine seiner seinen seinem ihre ihren ihrer ihrem mein meine wie als so dann da nur
    noch schon auch wenn dass was wer wo kein keine jeder alle hier dort bis jetzt niemand jemand alles nichts`,
  ),
  joining: set('und aber oder doch dann denn'),
  turning: set('dann später plötzlich endlich eines danach inzwischen einmal bald als draußen'),
  lasting: /\b(?:Winter|Sommer|Frühling|Herbst|Tage|Wochen|Monate|Jahre)\b/u,
  titles: set('herr frau könig königin prinz prinzessin kapitän doktor dr meister großvater großmutter onkel tante'),
  saying: set('sagte fragte rief flüsterte antwortete murmelte schrie sprach meinte sagt fragt ruft'),
  determiners: set('der die das den dem des ein eine einen einem einer im am zum zur mein meine sein seine ihr ihre'),
  people: set(
    `mann frau mädchen junge kind vater mutter bruder schwester großvater großmutter könig königin prinz prinzessin
    müller fischer bauer jäger schneider kapitän lehrer uhrmacher soldat hexe zwerg riese alte`,
  ),
  animals: set('katze hund wolf fuchs bär pferd esel vogel rabe eule hase maus frosch gans ziege'),
  pronoun: '(?:Er|Sie|Es)',
  being: '\\s+(?:war|ist)\\s+',
  article: 'eine?[nrm]?',
  within: 'mit|in',
  time: {
    dawn: list('morgengrauen dämmerung morgendämmerung sonnenaufgang'),
    day: list('morgen morgens vormittag mittag mittags nachmittag'),
    dusk: list('abend abends sonnenuntergang abenddämmerung'),
    night: list('nacht nachts mitternacht mondlicht'),
  },
  weather: {
    cloudy: list('wolken bewölkt'),
    rain: list('regen regnete'),
    storm: list('sturm gewitter donner blitz blitze'),
    snow: list('schnee schneite'),
    fog: list('nebel dunst'),
  },
  place: {
    sea: list('meer see ozean'),
    beach: list('strand'),
    harbour: list('hafen kai'),
    cliff: list('klippe klippen küste leuchtturm'),
    forest: list('wald walde wäldern'),
    mountain: list('berg berge bergen gipfel'),
    city: list('stadt straße straßen gasse markt marktplatz'),
    village: list('dorf dorfe hof garten kirche'),
    room: list('zimmer küche stube kammer werkstatt treppe laden haus'),
    river: list('fluss bach teich ufer'),
    field: list('feld feldern wiese wiesen hügel'),
    cave: list('höhle'),
    road: list('weg landstraße'),
    station: list('bahnhof bahnsteig'),
  },
};

const FRENCH: Language = {
  ...UNKNOWN,
  tag: 'fr',
  small: set(
    `le la les un une des du de et mais ou où que qui ne pas en dans sur sous avec pour par au aux à il elle ils elles je
    tu nous vous on se ce cette ces son sa ses leur leurs mon ma mes était étaient est sont avait a comme si tout toute
    puis alors quand même là y personne rien`,
  ),
  joining: set('et mais ou puis alors donc car'),
  turning: set('puis alors soudain enfin ensuite plus_tard quand un_jour une_nuit dehors'),
  lasting: /\b(?:hiver|été|printemps|automne|jours|semaines|mois|années|ans)\b/u,
  titles: set('monsieur madame mademoiselle mme mlle capitaine roi reine prince princesse oncle tante docteur vieux'),
  saying: set('dit demanda répondit cria murmura chuchota dirent ajouta répliqua'),
  placing: set('à de dans vers'),
  determiners: set('le la les un une son sa ses mon ma mes ce cette'),
  people: set(
    `homme femme fille garçon enfant père mère frère sœur roi reine prince princesse pêcheur meunier boulanger capitaine
    vieillard soldat sorcière berger`,
  ),
  animals: set('chat chatte chien loup renard ours cheval âne oiseau corbeau hibou souris lièvre oie'),
  pronoun: '(?:Il|Elle)',
  being: '\\s+(?:était|est)\\s+',
  article: 'une?',
  within: 'avec|aux?',
  time: {
    dawn: list('aube aurore'),
    day: list('matin midi matinée après-midi'),
    dusk: list('soir crépuscule soirée'),
    night: list('nuit minuit'),
  },
  weather: {
    cloudy: list('nuages nuageux'),
    rain: list('pluie pleuvait'),
    storm: list('orage tempête tonnerre éclair'),
    snow: list('neige neigeait'),
    fog: list('brume brouillard'),
  },
  place: {
    sea: list('mer océan'),
    beach: list('plage sable'),
    harbour: list('port quai jetée'),
    cliff: list('falaise côte phare'),
    forest: list('forêt bois'),
    mountain: list('montagne montagnes sommet'),
    city: list('ville rue rues place marché'),
    village: list('village jardin cour ferme'),
    room: list('chambre cuisine salle grenier cave escalier taverne auberge boutique maison'),
    river: list('rivière fleuve lac étang ruisseau'),
    field: list('champ champs prairie colline'),
    road: list('route chemin'),
    station: list('gare'),
  },
};

const CHINESE: Language = {
  ...UNKNOWN,
  tag: 'zh',
  spaced: false,
  turning: set('后来 忽然 突然 终于 从前 第二天 以后'),
  people: set('女孩 男孩 孩子 老人 爷爷 奶奶 爸爸 妈妈 国王 王后 公主 王子 船夫 渔夫 农夫 旅人'),
  animals: set('猫 狗 狐狸 狼 熊 白马 兔子 小鸟 老鼠'),
  pronoun: '[他她它]',
  being: '是',
  article: '一[个位只名条匹头]',
  phrase: '[^。！？；]{2,60}',
  lasting: /[春夏秋冬]天|[天月年]以?后/u,
  speaker: /(?:^|[，。！？；：”」\n])(\p{Script=Han}{2,3}?)(?:说|问|喊|答|叫|道)/gu,
  time: {
    dawn: list('黎明 清晨 拂晓 日出'),
    day: list('早上 上午 中午 下午 白天'),
    dusk: list('傍晚 黄昏 日落'),
    night: list('夜里 夜晚 晚上 深夜 半夜 月光'),
  },
  weather: {
    cloudy: list('乌云 阴天'),
    rain: list('下雨 大雨 小雨 细雨 雨水 雨中'),
    storm: list('暴风雨 雷声 闪电'),
    snow: list('大雪 下雪 雪花 雪地'),
    fog: list('雾'),
  },
  place: {
    sea: list('大海 海上 海面'),
    beach: list('海滩 沙滩'),
    harbour: list('港口 码头 渡口'),
    forest: list('森林 树林'),
    mountain: list('山上 山顶 山谷 山里'),
    city: list('城市 街上 街道 市场'),
    village: list('村子 村庄 小镇 花园 院子'),
    room: list('屋里 房间 厨房 窗前 店里 楼梯'),
    river: list('河 小溪 湖 池塘'),
    field: list('田野 草地'),
    cave: list('山洞'),
    road: list('路上 小路'),
    station: list('车站 站台'),
  },
};

export const JAPANESE: Language = {
  ...UNKNOWN,
  tag: 'ja',
  spaced: false,
  turning: set('むかし やがて すると ある その 次 それから とつぜん 突然'),
  people: set('少女 少年 子供 老人 おじいさん おばあさん 王様 お姫様 漁師 旅人 猟師'),
  animals: set('猫 犬 狐 狼 熊 馬 兎 鳥 鼠'),
  pronoun: '(?:彼女|彼|それ)',
  being: 'は',
  article: '一[匹人羽頭]の',
  phrase: '[^。、]{2,40}?(?=で、|だった|である|でした|です)',
  lasting: /[春夏秋冬年]|数日/u,
  speaker: /と([\p{Script=Han}\p{Script=Katakana}ー]{1,8}?)は(?:言|聞|叫|答|尋)/gu,
  time: {
    dawn: list('夜明け 明け方'),
    day: list('朝 昼 午後'),
    dusk: list('夕方 夕暮れ 日暮れ'),
    night: list('夜 晩 真夜中 夜中'),
  },
  weather: {
    rain: list('雨'),
    storm: list('嵐 雷'),
    snow: list('吹雪 雪'),
    fog: list('霧'),
  },
  place: {
    sea: list('海'),
    beach: list('浜 砂浜'),
    harbour: list('港'),
    forest: list('森'),
    mountain: list('山 峠'),
    city: list('町 街 市場'),
    village: list('村 庭'),
    room: list('部屋 家 台所 茶屋 店'),
    river: list('川 湖 池'),
    field: list('野原 畑'),
    cave: list('洞窟'),
    road: list('道'),
    station: list('駅'),
  },
};

/** Only this many characters of a story are used to detect its language. */
const SAMPLE = 4_000;
/** In any text of these languages about every third word is a small one; half of that is required. */
const SMALL_SHARE = 0.15;
const WITH_SMALL_WORDS = [ENGLISH, GERMAN, FRENCH];

/**
 * Detects the language by script, then by small words. A text of a few words may contain none: it counts as English,
 * like our screens.
 */
export function languageOf(text: string): Language {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const share = (pattern: RegExp): number => (sample.match(pattern)?.length ?? 0) / Math.max(1, letters);
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return JAPANESE;
  if (share(/\p{Script=Han}/gu) > 0.3) return CHINESE;
  if (share(/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu) > 0.3)
    return { ...UNKNOWN, spaced: false };
  if (letters > 0 && share(/\p{Script=Latin}/gu) < 0.5) return UNKNOWN;
  const list = words(sample);
  const smallOf = ({ small }: Language): number => list.filter(({ plain }) => small.has(plain)).length;
  const best = WITH_SMALL_WORDS.reduce((a, b) => (smallOf(b) > smallOf(a) ? b : a));
  return list.length < 20 || smallOf(best) > list.length * SMALL_SHARE ? best : UNKNOWN;
}
