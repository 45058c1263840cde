import { detectLanguage, LANGUAGES, languageName, languageOfProject, voicesFor } from './languages';

describe('the language of a text', () => {
  it.each([
    ['en', 'The keeper climbed the stairs of the tower, and the storm was already at the door when she lit the lamp.'],
    [
      'de',
      'Die Wärterin stieg die Treppe des Turms hinauf, und der Sturm stand schon vor der Tür, als sie das Licht anzündete.',
    ],
    [
      'es',
      'La guardiana subió la escalera de la torre y la tormenta ya estaba en la puerta cuando encendió la lámpara del faro.',
    ],
    [
      'fr',
      'La gardienne monta les marches de la tour, et la tempête était déjà à la porte quand elle alluma la lampe du phare.',
    ],
    [
      'pt',
      'A guardiã subiu as escadas da torre e a tempestade já estava na porta quando ela não viu mais a luz do farol.',
    ],
    [
      'it',
      'La guardiana salì le scale della torre e la tempesta era già alla porta quando accese la luce del faro che non si vede.',
    ],
    [
      'nl',
      'De wachter klom de trap van de toren op en de storm was al bij de deur toen zij het licht aan deed met haar hand.',
    ],
    [
      'sv',
      'Hon gick uppför trappan i tornet och stormen var redan vid dörren när hon tände lampan, men det var inte för sent.',
    ],
    [
      'pl',
      'Latarniczka weszła po schodach na wieżę, a burza była już przy drzwiach, gdy zapaliła lampę, ale nie było za późno.',
    ],
    [
      'tr',
      'Bekçi kulenin merdivenlerini çıktı ve fırtına kapıya geldi, ama o lambayı yaktı ve bu gece için çok geç değil dedi.',
    ],
    ['vi', 'Người gác đèn là một phụ nữ già, và những cơn bão không làm cho bà sợ, bà đã thắp đèn trong đêm.'],
    ['ja', '灯台守は塔の階段を登った。彼女がランプに火を灯したとき、嵐はもう戸口に来ていた。'],
    ['zh', '守塔人爬上了塔楼的楼梯，当她点亮灯的时候，暴风雨已经来到门口。'],
    ['ko', '등대지기는 탑의 계단을 올랐고, 그녀가 등불을 켰을 때 폭풍은 이미 문 앞에 와 있었다.'],
    ['ar', 'صعدت حارسة المنارة درج البرج، وكانت العاصفة عند الباب حين أشعلت المصباح.'],
    ['fa', 'نگهبان فانوس از پله‌های برج بالا رفت و طوفان پشت در بود که چراغ را روشن کرد.'],
    ['hi', 'प्रहरी मीनार की सीढ़ियाँ चढ़ी और जब उसने दीपक जलाया तब तूफ़ान दरवाज़े पर था।'],
    ['mr', 'रखवालदार मनोऱ्याच्या पायऱ्या चढली आणि वादळ दाराशी होते, पण तिने दिवा लावला.'],
    ['ru', 'Смотрительница поднялась по лестнице башни, и буря была уже у двери, когда она зажгла лампу.'],
    ['uk', 'Доглядачка піднялася сходами вежі, і буря вже стояла біля дверей, коли вона запалила світло.'],
    ['he', 'השומרת עלתה במדרגות המגדל, והסערה כבר עמדה בדלת כשהדליקה את המנורה.'],
    ['th', 'ผู้ดูแลประภาคารเดินขึ้นบันไดของหอคอย และพายุมาถึงประตูแล้วเมื่อเธอจุดตะเกียง'],
    ['el', 'Η φύλακας ανέβηκε τα σκαλιά του πύργου και η καταιγίδα ήταν ήδη στην πόρτα.'],
  ])('is known to be %s', (tag, text) => expect(detectLanguage(text)).toBe(tag));

  it.each([
    ['nothing', ''],
    ['a name', 'Mara'],
    ['names only', 'Mara, Tom, Anna Schmidt'],
    ['a short line', 'A storm is near.'],
    ['numbers', '12 000 + 7'],
    ['words of no language in particular', 'Radio taxi hotel internet cinema piano opera'],
    ['Norwegian or Danish in so few words', 'Og det er en dag i dag'],
  ])('is not guessed from %s', (_, text) => expect(detectLanguage(text)).toBeNull());

  it('is that of most of its words, and not of a name or a quotation in it', () => {
    const german =
      'Der alte Mann las in der Zeitung von New York, und er sagte nur: „Time is money.“ Dann war es still im Haus.';
    expect(detectLanguage(german)).toBe('de');
    expect(detectLanguage('She wrote 灯台 on the wall of the house, and the others asked what it was.')).toBe('en');
  });

  it('is the chosen one, whatever the story’s', () => {
    const story = 'The keeper climbed the stairs of the tower, and the storm was already at the door.';
    expect(languageOfProject({ language: null, story })).toBe('en');
    expect(languageOfProject({ language: 'ja', story })).toBe('ja');
    expect(languageOfProject({ language: null, story: 'Mara' })).toBeNull();
  });

  it('has a tag and a name of its own', () => {
    expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length);
    expect(new Set(LANGUAGES.map(({ name }) => name)).size).toBe(LANGUAGES.length);
    for (const { tag, name } of LANGUAGES)
      expect([Intl.getCanonicalLocales(tag), languageName(tag)]).toEqual([[tag], name]);
    expect(languageName('xx')).toBeNull();
  });
});

describe('the voices for a language', () => {
  const voice = (id: string, language: string | null) => ({ id, name: id, language });
  const [anna, rex, leo, any] = [voice('anna', 'en-GB'), voice('rex', 'de'), voice('leo', 'de-AT'), voice('any', null)];
  it.each([
    ['of the list', [anna, rex], null, ['anna', 'rex']],
    ['of the language', [anna, rex, leo], 'de', ['rex', 'anna', 'leo']],
    ['of a region', [anna, leo], 'de', ['leo', 'anna']],
    ['of any language, where it comes first', [any, anna, rex], 'de', ['any', 'anna', 'rex']],
    ['of the list, where none fits', [anna, rex], 'ja', ['anna', 'rex']],
  ])('begin with the first %s', (_, voices, language, ids) => {
    expect(voicesFor(voices, language).map(({ id }) => id)).toEqual(ids);
  });
});
