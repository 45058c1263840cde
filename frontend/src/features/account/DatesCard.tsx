import styled from '@emotion/styled';
import type { DateChoice } from '@storyreel/contracts';
import { useState } from 'react';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf } from '../../platform/http/failures';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { browserZone, dateFormat, useWrittenDates, visitorZone, zoneWords } from '../../platform/time/written-dates';
import { Field, Select, Stack, tellFailure, TitledCard, tokens, useCommand } from '../../ui';
import { SearchSelect } from '../../ui/SearchSelect';
import { keepDates, useUser } from './api';

const AUTOMATIC = 'automatic';

/** Date formats to choose from; 'Automatic' uses the browser's. */
const LOCALES = [
  ...['en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA', 'es-ES', 'es-MX'],
  ...['pt-BR', 'pt-PT', 'it-IT', 'nl-NL', 'da-DK', 'nb-NO', 'sv-SE', 'fi-FI', 'pl-PL', 'cs-CZ', 'hu-HU', 'ro-RO'],
  ...['el-GR', 'tr-TR', 'uk-UA', 'ru-RU', 'ar-EG', 'he-IL', 'fa-IR', 'hi-IN', 'bn-BD', 'th-TH', 'vi-VN', 'id-ID'],
  ...['ja-JP', 'ko-KR', 'zh-CN', 'zh-TW'],
];

/** Present names of cities that browsers list under a former name. */
const NEW_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Kolkata Mumbai Delhi India',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City Hanoi',
  'Asia/Shanghai': 'Beijing China',
  'Asia/Tokyo': 'Japan',
  'Atlantic/Faeroe': 'Faroe',
  'America/Godthab': 'Nuuk',
  'America/Los_Angeles': 'San Francisco Seattle Pacific',
  'America/New_York': 'Boston Washington Eastern',
  'Europe/Kiev': 'Kyiv',
};

const nameOfLocale = (locale: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' }).of(locale) ?? locale;

const exampleIn = (locale: string | undefined, at: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: visitorZone() }).format(at);

const localeOptions = (at: Date) => [
  { value: AUTOMATIC, label: `Automatic (browser): ${exampleIn(undefined, at)}` },
  ...LOCALES.map((locale) => ({ value: locale, label: `${nameOfLocale(locale)}: ${exampleIn(locale, at)}` })),
];

const zoneOptions = () => [
  { value: AUTOMATIC, label: `Automatic (browser): ${zoneWords(browserZone())}` },
  ...['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: zoneWords(zone),
    aliases: NEW_NAMES[zone],
  })),
];

const now = dateFormat({ dateStyle: 'full', timeStyle: 'long' });
const Example = styled.p`
  color: ${tokens.text2};
`;

/** Saves the chosen format. This window uses it at once, the user's other devices from their next visit. */
const useChooseDates = () =>
  useCommand({
    run: (dates: DateChoice) =>
      apiRequest('PATCH', '/api/account/dates', dates, { schema: lazySchema('dateChoiceSchema') }),
    onDone: keepDates,
    success: 'Dates and times saved',
    failure: (error) => tellFailure("Couldn't save dates and times", reasonOf(error)),
  });

/** Lets the user choose the format of dates on all screens, and the time zone. */
export function DatesCard() {
  const { data: user } = useUser();
  const choose = useChooseDates();
  const followed = useWrittenDates();
  const [opened] = useState(() => new Date());
  const [zones] = useState(zoneOptions);
  if (!user) return null;
  // The choice being saved, so that a second choice in quick succession adds to the first one.
  const dates = choose.isPending ? choose.variables : user.dates;
  const isUnknown = dates.timeZone !== null && followed.timeZone === null && !choose.isPending;
  return (
    <TitledCard title="Dates and Times">
      <Stack gap={4}>
        <Field label="Date format">
          {(ids) => (
            <Select
              {...ids}
              value={dates.locale ?? AUTOMATIC}
              onValueChange={(locale) => choose.mutate({ ...dates, locale: locale === AUTOMATIC ? null : locale })}
              options={localeOptions(opened)}
            />
          )}
        </Field>
        <Field
          label="Time zone"
          hint="Scheduled posts use this time zone, wherever you are."
          error={isUnknown ? 'This browser does not know this time zone, and shows times in its own.' : undefined}
        >
          {(ids) => (
            <SearchSelect
              {...ids}
              label="Time zone"
              value={dates.timeZone ?? AUTOMATIC}
              onValueChange={(zone) => choose.mutate({ ...dates, timeZone: zone === AUTOMATIC ? null : zone })}
              options={zones}
            />
          )}
        </Field>
        <Example>Now: {now(opened)}</Example>
      </Stack>
    </TitledCard>
  );
}
