import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { countryName } from '#contract/kit/countries.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { contactTopics, timesOfDay, type RequestDetails } from '#contract/requests/requests.schema.ts';
import { timeWords, topicWords } from './requests.words.ts';
import styles from './request-details.module.css';

const labels: Readonly<Record<string, string>> = {
  about: 'About',
  words: 'Message',
  expected: 'Expected',
  school: 'School',
  role: 'What they do there',
  country: 'Country',
  pupils: 'Pupils',
  days: 'Days that suit',
  times: 'Time of day',
  time_zone: 'Time zone',
  organization: 'Organization',
  start: 'Begins',
  page: 'Page before',
  version: 'Version',
  device: 'Browser',
  unsent: 'Changes not sent',
};

function inWords(name: string, value: unknown): string {
  const text = Array.isArray(value) ? value : String(value);
  if (name === 'about') return topicWords[contactTopics.find((topic) => topic === value) ?? 'other'];
  if (name === 'country' && typeof value === 'string') return countryName(value);
  if (name === 'times' && Array.isArray(text))
    return timesOfDay
      .filter((time) => text.includes(time))
      .map((time) => timeWords[time])
      .join(', ');
  return String(text);
}

/** What was filled in, in the order of the form. */
export function RequestFields({ fields, picture }: Pick<RequestDetails, 'fields' | 'picture'>) {
  const { context, schools: _schools, message, ...others } = fields;
  const all = { ...others, ...(typeof context === 'object' && context) };
  const named = Object.entries(labels).flatMap(([name, label]) => {
    const value: unknown = (all as Record<string, unknown>)[name];
    return value === undefined || value === '' ? [] : [[label, inWords(name, value)] as const];
  });
  return (
    <>
      <dl className={styles.fields}>
        {named.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
        {typeof message === 'string' && (
          <div>
            <dt>Message of Dear World</dt>
            <dd>
              <Anchor component={Link} to={publicPaths.dearWorld({ message })}>
                Look at it
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
      {picture !== null && (
        <img src={picture} alt="Sent along by who wrote this" className={styles.picture} />
      )}
    </>
  );
}
