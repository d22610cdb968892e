import { shownCausePictures } from '../modules/causes/causes.web.ts';
import { servePayoutProofs } from '../modules/causes/payouts.web.ts';
import { serveFilms } from '../modules/content/films.web.ts';
import { createPageWriter, serveCrawlers } from '../modules/content/served-pages.web.ts';
import { serveExports } from '../modules/exports/exports.web.ts';
import { serveMailReturns } from '../modules/mail/mail.web.ts';
import { shownModePictures } from '../modules/modes/modes.web.ts';
import { buyersOf } from '../modules/orders/buyers.ts';
import { serveMessageDrawings } from '../modules/panel/messages.web.ts';
import { servePickedCovers } from '../modules/panel/picks.web.ts';
import { servePaymentEvents } from '../modules/payments/payments.web.ts';
import { refuseGone } from '../modules/tenants/closing.ts';
import { refuseSuspended } from '../modules/tenants/suspension.ts';
import { serveTenantWeb } from '../modules/tenants/tenants.web.ts';
import { standing } from '../modules/visits/standing.ts';
import { serveAssets } from '../modules/works/assets.web.ts';
import { findMessageDrawing } from '../modules/works/messages.ts';
import { serveOfferedPages } from '../modules/works/offers.web.ts';
import { findShownCover } from '../modules/works/read-across.ts';
import { readingForRequests } from '../modules/works/request-reading.web.ts';
import { serveResourceFiles } from '../modules/works/resources.web.ts';
import { serveWatchedAssets } from '../modules/works/watched-assets.web.ts';
import type { ServeOptions } from '../platform/serve.ts';
import { serveShownPictures } from '../platform/shown-pictures.ts';
import { serveStoredFiles } from '../platform/stored-files.ts';
import { answerUnknownAddresses, serveWeb } from '../platform/web.ts';
import type { Basics } from './basics.ts';
import type { Learning } from './learning.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';

interface Parts {
  readonly people: People;
  readonly money: Money;
  readonly learning: Learning;
  readonly findActor: ServeOptions['findActor'];
}

/** What is served beside the endpoints: events of providers, files, pictures, recordings and pages. */
export async function serveBeside(basics: Basics, parts: Parts): Promise<void> {
  const { app, options, database, clock, secretKey, baseDomain, publicUrl } = basics;
  const { addTask, suppressions, tenants, media } = basics;
  const { people, money, learning, findActor } = parts;
  const findTenant = (host: string | undefined) => tenants.ofHost(host);
  servePaymentEvents(app, { database, clock, providers: money.providers, addTask });
  serveMailReturns(app, { database, clock, secretKey, key: options.mailReturnsKey ?? null, suppressions });
  serveExports(app, { database, clock, standing });
  serveTenantWeb(app, tenants);
  servePayoutProofs(app, { database, findTenant });
  for (const shown of [shownCausePictures, shownModePictures])
    serveShownPictures(app, { database, findTenant }, shown);
  servePickedCovers(app, { media, database, findTenant, findPicture: findShownCover });
  serveMessageDrawings(app, { database, media, findTenant, findPicture: findMessageDrawing });
  serveStoredFiles(app, { database, media, findTenant });
  const findOpenTenant = async (host: string | undefined) => {
    const tenant = await tenants.ofHost(host);
    refuseSuspended(tenant);
    refuseGone(tenant, clock.now());
    return tenant;
  };
  const readFor = readingForRequests({
    database,
    clock,
    community: people.community,
    findTenant: findOpenTenant,
    findActor,
    findBuyer: buyersOf(money.passes, clock),
  });
  serveAssets(app, { readFor, media, publicSeconds: options.delivery?.publicSeconds ?? 0 });
  serveResourceFiles(app, { readFor, media });
  serveFilms(app, {
    database,
    clock,
    content: learning.content,
    films: learning.films,
    bytes: learning.filmBytes,
    findTenant: findOpenTenant,
  });
  serveOfferedPages(app, { readFor, media });
  serveWatchedAssets(app, { database, media, findTenant: findOpenTenant, findActor });
  options.serveSandbox?.(app);
  const pageOptions = { database, clock, content: learning.content, findTenant, baseDomain, publicUrl };
  serveCrawlers(app, pageOptions);
  const { webRoot } = options;
  if (webRoot === null) answerUnknownAddresses(app, false);
  else {
    await serveWeb(app, webRoot);
    answerUnknownAddresses(app, true, await createPageWriter(webRoot, pageOptions));
  }
}
