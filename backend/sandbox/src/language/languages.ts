import { ENGLISH } from './english';
import { glossary, list, set } from './language';
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
  glossary: new Map(),
  worn: new Map(),
  colourLast: false,
  gendered: { female: /(?!)/u, male: /(?!)/u },
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
    müller fischer bauer jäger schneider kapitän lehrer lehrerin uhrmacher soldat hexe zwerg riese alte schlosser
    schmied tischler bäcker bäckerin köchin koch ärztin arzt nachbar nachbarin kinder leute enkel enkelin tochter sohn`,
  ),
  animals: set(`katze kater hund wolf fuchs bär pferd esel vogel rabe eule hase kaninchen maus frosch gans
    ziege schaf kuh schwein ente huhn igel`),
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
    sea: list('meer ozean'),
    lake: list('see teich weiher am_see seeufer'),
    garden: list('garten beet gewächshaus schrebergarten'),
    park: list('park spielplatz'),
    farm: list('hof bauernhof stall scheune'),
    beach: list('strand'),
    harbour: list('hafen kai'),
    cliff: list('klippe klippen küste leuchtturm'),
    forest: list('wald walde wäldern'),
    mountain: list('berg berge bergen gipfel zugspitze alpen'),
    city: list('stadt straße straßen gasse markt marktplatz'),
    village: list('dorf dorfe kirche'),
    room: list(
      'zimmer wohnzimmer schlafzimmer küche stube kammer werkstatt treppe laden haus café schule klassenzimmer büro dachboden',
    ),
    river: list('fluss bach ufer'),
    field: list('feld feldern wiese wiesen hügel'),
    cave: list('höhle'),
    road: list('weg landstraße'),
    station: list('bahnhof bahnsteig'),
  },
  gendered: { female: /\b(?:sie|ihre?[rnms]?)\b/gu, male: /\b(?:[Ee]r|ihn|ihm|seine?[rnms]?)\b/gu },
  glossary: glossary(`
    man=mann,schlosser,schmied,tischler,koch,arzt,nachbar,bauer,fischer,müller,jäger,schneider,lehrer,uhrmacher,bäcker
    woman=frau,lehrerin,köchin,ärztin,nachbarin,bäckerin girl=mädchen,tochter,enkelin boy=junge,sohn,enkel
    child=kind children=kinder people=leute,menschen mother=mutter father=vater grandmother=großmutter,oma
    grandfather=großvater,opa king=könig queen=königin prince=prinz princess=prinzessin captain=kapitän witch=hexe
    cat=katze,kater dog=hund wolf=wolf fox=fuchs bear=bär horse=pferd,esel bird=vogel,vögel,rabe owl=eule
    rabbit=hase,kaninchen mouse=maus frog=frosch goose=gans,ente,huhn sheep=schaf,ziege cow=kuh pig=schwein fish=fisch
    kitchen=küche workshop=werkstatt bedroom=schlafzimmer,kammer living_room=wohnzimmer,stube stairs=treppe shop=laden
    café=café classroom=schule,klassenzimmer office=büro attic=dachboden house=haus,häuser lighthouse=leuchtturm
    castle=schloss,burg tower=turm,kirche bridge=brücke tree=baum,bäume boat=boot,boote ship=schiff train=zug car=auto
    bicycle=fahrrad tent=zelt fire=feuer door=tür gate=tor,gartentor table=tisch,tische lamp=lampe lantern=laterne,kerze
    window=fenster bed=bett bench=bank chair=stuhl clock=uhr,uhren book=buch letter=brief key=schlüssel bell=glocke
    cup=tasse,kaffee,tee,becher pot=kanne,krug,kessel basket=korb box=kiste,koffer bottle=flasche map=karte
    umbrella=regenschirm flower=blume,blumen,rose mirror=spiegel piano=klavier`),
  worn: glossary(`
    red=rot,rote,roten,roter,rotes,rotem blue=blau,blaue,blauen,blauer,blaues,blauem
    green=grün,grüne,grünen,grüner,grünes,grünem yellow=gelb,gelbe,gelben,gelber,gelbes,gelbem
    black=schwarz,schwarze,schwarzen,schwarzer,schwarzes,schwarzem white=weiß,weiße,weißen,weißer,weißes,weißem
    grey=grau,graue,grauen,grauer,graues,grauem brown=braun,braune,braunen,brauner,braunes,braunem
    purple=lila,violette,violetten,violettes pink=rosa blond=blond,blonde,blonden,blondes
    coat=mantel raincoat=regenmantel,regenjacke jacket=jacke dress=kleid sweater=pullover cardigan=strickjacke
    shirt=hemd blouse=bluse skirt=rock vest=weste suit=anzug apron=schürze,lederschürze uniform=uniform
    cloak=umhang hair=haar,haare,haaren braids=zöpfe,zöpfen curls=locken beard=bart,vollbart`),
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
    village: list('village'),
    garden: list('jardin potager'),
    park: list('parc'),
    farm: list('ferme cour'),
    lake: list('lac étang'),
    room: list('chambre cuisine salle grenier cave escalier taverne auberge boutique maison'),
    river: list('rivière fleuve ruisseau'),
    field: list('champ champs prairie colline'),
    road: list('route chemin'),
    station: list('gare'),
  },
  gendered: { female: /\b(?:elle)\b/giu, male: /\b(?:il|lui)\b/giu },
  glossary: glossary(`
    man=homme,pêcheur,meunier,boulanger,berger old_man=vieillard woman=femme girl=fille boy=garçon child=enfant
    children=enfants mother=mère father=père king=roi queen=reine captain=capitaine witch=sorcière
    cat=chat,chatte dog=chien wolf=loup fox=renard bear=ours horse=cheval,âne bird=oiseau,oiseaux,corbeau owl=hibou
    mouse=souris rabbit=lièvre,lapin goose=oie,canard fish=poisson,poissons bedroom=chambre kitchen=cuisine attic=grenier
    cellar=cave stairs=escalier tavern=taverne,auberge shop=boutique house=maison lighthouse=phare castle=château
    tower=tour,église bridge=pont tree=arbre boat=bateau,barque ship=navire train=train car=voiture bicycle=vélo fire=feu
    door=porte table=table lamp=lampe lantern=lanterne,bougie window=fenêtre bed=lit chair=chaise clock=horloge,montre
    book=livre letter=lettre key=clé bell=cloche cup=tasse,café,thé basket=panier box=boîte,valise bottle=bouteille
    umbrella=parapluie flower=fleur,fleurs mirror=miroir`),
  worn: glossary(`
    red=rouge,rouges blue=bleu,bleue,bleus,bleues green=vert,verte,verts,vertes yellow=jaune,jaunes
    black=noir,noire,noirs,noires white=blanc,blanche,blancs,blanches grey=gris,grise,grises
    brown=brun,brune,bruns,brunes,marron purple=violet,violette pink=rose blond=blond,blonde,blonds
    coat=manteau raincoat=imperméable,ciré jacket=veste,blouson dress=robe sweater=pull,chandail shirt=chemise
    skirt=jupe vest=gilet suit=costume apron=tablier uniform=uniforme cloak=cape
    hair=cheveux braids=tresses,nattes curls=boucles beard=barbe`),
  colourLast: true,
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
    village: list('村子 村庄 小镇'),
    garden: list('花园 院子 菜园'),
    lake: list('湖 池塘'),
    room: list('屋里 房间 厨房 窗前 店里 楼梯'),
    river: list('河 小溪'),
    field: list('田野 草地'),
    cave: list('山洞'),
    road: list('路上 小路'),
    station: list('车站 站台'),
  },
  gendered: { female: /她/gu, male: /他/gu },
  glossary: glossary(`
    girl=女孩 boy=男孩 child=孩子 old_man=老人 grandfather=爷爷 grandmother=奶奶 father=爸爸 mother=妈妈 king=国王
    queen=王后 princess=公主 prince=王子 boatman=船夫 fisherman=渔夫 farmer=农夫 traveller=旅人 cat=猫 dog=狗 fox=狐狸
    wolf=狼 bear=熊 rabbit=兔子 bird=小鸟 mouse=老鼠 boat=船 tree=树 house=房子 lantern=灯笼 lamp=灯 letter=信 book=书
    flower=花 bridge=桥 fish=鱼 umbrella=伞 door=门 kitchen=厨房 shop=店里 stairs=楼梯`),
  worn: glossary(`
    red=红,红色 blue=蓝,蓝色 green=绿,绿色 yellow=黄,黄色 black=黑,黑色 white=白,白色 grey=灰,灰色
    brown=棕色,褐色 purple=紫色 pink=粉红色,粉色
    raincoat=雨衣 coat=大衣,外套 jacket=夹克 dress=裙子,连衣裙 shirt=衬衫 sweater=毛衣 robe=长袍 vest=背心 apron=围裙
    hair=头发 braids=辫子 ponytail=马尾 beard=胡子`),
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
    forest: list('森 林'),
    mountain: list('山 峠'),
    city: list('町 街 市場'),
    village: list('村'),
    garden: list('庭 花園'),
    lake: list('湖 池 沼'),
    room: list('部屋 家 台所 茶屋 店 小屋'),
    river: list('川 小川'),
    field: list('野原 畑 田 稲 草原'),
    cave: list('洞窟'),
    road: list('道'),
    station: list('駅'),
  },
  gendered: { female: /彼女/gu, male: /彼(?!女)/gu },
  glossary: glossary(`
    girl=少女,女の子 boy=少年,男の子 child=子供,子ども,こども,コドモ old_man=老人,おじいさん old_woman=おばあさん
    mother=母 father=父 woman=女,女性 king=王様 princess=お姫様 fisherman=漁師 traveller=旅人 hunter=猟師 person=人
    cat=猫 dog=犬 fox=狐 wolf=狼 bear=熊 horse=馬 rabbit=兎,うさぎ bird=鳥 mouse=鼠 frog=蛙 fish=魚 hut=小屋 shop=店
    kitchen=台所 tree=木,松,桜 flower=花 boat=舟,船 bridge=橋 lantern=提灯,灯籠 lamp=灯 letter=手紙 book=本 umbrella=傘
    tower=塔 house=家 bell=鐘 moon=月 cup=茶碗 basket=籠`),
  worn: glossary(`
    red=赤い,赤 blue=青い,青 green=緑の,緑 yellow=黄色い,黄色 black=黒い,黒 white=白い,白 grey=灰色 brown=茶色
    coat=コート,上着 raincoat=レインコート,雨合羽 jacket=ジャケット dress=ドレス,ワンピース robe=着物,浴衣
    shirt=シャツ sweater=セーター apron=エプロン,前掛け hair=髪,髪の毛 braids=三つ編み,おさげ beard=ひげ,髭`),
};

/** Only this many characters of a story are used to detect its language. */
const SAMPLE = 4_000;
/**
 * Minimum share of a language's small words by which the language is recognised. In any text about every third word is
 * a small word; half of that share is required.
 */
const SMALL_SHARE = 0.15;
const WITH_SMALL_WORDS = [ENGLISH, GERMAN, FRENCH];

/**
 * Detects the language by script, then by small words. A very short text may contain no small words: it counts as
 * English, the language of our screens.
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
