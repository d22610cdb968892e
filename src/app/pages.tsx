import { isValidElement, lazy, Suspense, type ComponentType } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Route,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
import { authors, classStaff } from '#contract/kit/roles.ts';
import { areaRoles, ownDashboard } from '#src/session/dashboards.ts';
import { RequireRole } from '#src/session/require-role.tsx';
import { useIsVisitor, useUser } from '#src/session/use-session.ts';
import { Shell } from './shell/shell.tsx';

/** Asks for the code of a page; by what the router shows. */
const loaders = new Map<unknown, () => Promise<unknown>>();

/** Code of a page that is loaded when somebody goes there. */
function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Page = lazy(async () => ({ default: await load() }));
  loaders.set(Page, load);
  return Page;
}

const writing = () => import('#src/areas/writing.area.tsx');
const offers = () => import('#src/areas/offer.area.tsx');

const Home = page(async () => (await import('#src/areas/home.area.tsx')).HomeArea);
const SignIn = page(async () => (await import('#src/features/identity/sign-in.screen.tsx')).SignInScreen);
const Scanner = page(async () => (await import('#src/features/scanner/qr-scanner.tsx')).QrScanner);
const SignOut = page(async () => (await import('#src/features/identity/sign-out.screen.tsx')).SignOutScreen);
const ForgotPassword = page(
  async () => (await import('#src/features/passwords/forgot-password.screen.tsx')).ForgotPasswordScreen,
);
const NewPassword = page(
  async () => (await import('#src/features/passwords/new-password.screen.tsx')).NewPasswordScreen,
);
const AcceptInvitation = page(
  async () => (await import('#src/areas/office/accept-invitation.page.tsx')).AcceptInvitationPage,
);
const Verification = page(
  async () => (await import('#src/areas/office/verification.page.tsx')).VerificationPage,
);
const Content = page(async () => (await import('#src/areas/content.area.tsx')).ContentArea);
const Preview = page(async () => (await import('#src/areas/preview.area.tsx')).PreviewArea);
const Faq = page(async () => (await import('#src/features/help/faq.screen.tsx')).FaqScreen);
const Library = page(async () => (await import('#src/features/library/library.screen.tsx')).LibraryScreen);
const Work = page(async () => (await import('#src/areas/work.area.tsx')).WorkArea);
const Cart = page(async () => (await import('#src/areas/cart.area.tsx')).CartArea);
const Buying = page(async () => (await import('#src/areas/checkout.area.tsx')).CheckoutArea);
const Charities = page(async () => (await import('#src/areas/charities.area.tsx')).CharitiesArea);
const Kept = page(async () => (await import('#src/features/reading/kept.screen.tsx')).KeptScreen);
const Acknowledgement = page(
  async () => (await import('#src/features/library/acknowledgement.screen.tsx')).AcknowledgementScreen,
);
const GuidedWriting = page(async () => (await writing()).GuidedWriting);
const WritingOnOneScreen = page(async () => (await writing()).WritingOnOneScreen);
const ChapterEditing = page(async () => (await writing()).ChapterEditing);
const BookMaking = page(async () => (await writing()).BookMaking);
const Messages = page(async () => (await writing()).Messages);
const Offer = page(async () => (await offers()).OfferArea);
const ConfirmOffer = page(async () => (await offers()).ConfirmOfferArea);
const SharedContent = page(
  async () => (await import('#src/areas/office/shared-content.page.tsx')).SharedContentPage,
);
const Student = page(async () => (await import('#src/areas/student.area.tsx')).StudentArea);
const Teacher = page(async () => (await import('#src/areas/office/teacher.page.tsx')).TeacherPage);
const AdminSchool = page(
  async () => (await import('#src/areas/office/admin-school.page.tsx')).AdminSchoolPage,
);
const AdminOrganization = page(
  async () => (await import('#src/areas/admin-organization.area.tsx')).AdminOrganizationArea,
);
const Champion = page(async () => (await import('#src/areas/champion.area.tsx')).ChampionArea);
const AdminPanel = page(async () => (await import('#src/areas/admin-panel.area.tsx')).AdminPanelArea);

const Register = page(async () => (await import('#src/areas/register.area.tsx')).RegisterArea);

const NotFound = page(async () => (await import('./not-found.screen.tsx')).NotFoundScreen);
const UnknownHost = page(async () => (await import('./unknown-host.screen.tsx')).UnknownHostScreen);

/** At an address that belongs to no school, all pages are one. */
export function NobodysPage() {
  return (
    <Suspense fallback={null}>
      <UnknownHost />
    </Suspense>
  );
}

/** One address, and for each role its own page. */
function Dashboard() {
  const user = useUser();
  const [address] = useSearchParams();
  const elsewhere = user && ownDashboard(user, address.get('option'));
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  return user?.role === 'student' ? <Student /> : <Teacher />;
}

/**
 * `/uploadbook`: the own books of those who write here; a visitor hands one in. The link that confirms it opens wherever somebody
 * reads their e-mail.
 */
function UploadBook() {
  const [address] = useSearchParams();
  const isVisitor = useIsVisitor();
  if (address.has('confirm')) return <ConfirmOffer />;
  return isVisitor ? <Offer /> : <RequireRole roles={[...authors]} />;
}

const buying = <Buying notFound={<NotFound />} />;
const content = <Content notFound={<NotFound />} />;

/** Every address of the app. */
const routes = createRoutesFromElements(
  <Route element={<Shell />}>
    <Route index element={<Home />} />
    <Route path="login" element={<SignIn Scanner={Scanner} />} />
    <Route path="login/:place" element={<SignIn Scanner={Scanner} />} />
    <Route path="register/:token?" element={<Register />} />
    <Route path="logout" element={<SignOut />} />
    <Route path="resetpasswordemail" element={<ForgotPassword />} />
    <Route path="password-reset-confirm" element={<NewPassword />} />
    <Route path="accept-invitation/:token?" element={<AcceptInvitation />} />
    <Route path="verification" element={<Verification />} />
    <Route path="terms-of-use" element={content} />
    <Route path="refund-policy" element={content} />
    <Route path="privacy-policy" element={content} />
    <Route path="contact" element={content} />
    <Route path="report-a-problem" element={content} />
    <Route path="request-a-tour" element={content} />
    <Route path="bulk-enrolment" element={content} />
    <Route path="about" element={content} />
    <Route path="our-framework" element={content} />
    <Route path="our-team" element={content} />
    <Route path="global-reach" element={content} />
    <Route path="libraries" element={content} />
    <Route path="dear-world-book" element={content} />
    <Route path="testimonials" element={content} />
    <Route path="canva" element={content} />
    <Route path="courses/:slug?/:chapterSlug?" element={content} />
    <Route path="hubs/:slug?" element={content} />
    <Route path="challenges/:slug?" element={content} />
    <Route path="live/:slug?" element={content} />
    <Route path="sdgs/:slug?" element={content} />
    <Route path="impact-films/:slug?" element={content} />
    <Route path="preview" element={<Preview />} />
    <Route path="faq" element={<Faq />} />
    <Route path="library" element={<Library />} />
    <Route path="library/:id/:chapterSlug?" element={<Work />} />
    <Route path="cart" element={<Cart />} />
    <Route path="checkout" element={buying} />
    <Route path="stripe-payment/:outcome" element={buying} />
    <Route path="paypal-payment/:outcome" element={buying} />
    <Route path="phonepe-payment/:outcome" element={buying} />
    <Route path="trackorder/:token" element={buying} />
    <Route path="invoice/:type/:id" element={buying} />
    <Route path="charities/:place?" element={<Charities />} />
    <Route path="certificates/:publicId" element={<Charities />} />
    <Route path="on-this-tablet" element={<Kept />} />
    <Route path="acknowledgement" element={<Acknowledgement />} />
    <Route element={<RequireRole roles={[...areaRoles.student, ...areaRoles.teacher]} families="/" />}>
      <Route path="dashboard" element={<Dashboard />} />
    </Route>
    <Route element={<UploadBook />}>
      <Route path="uploadbook/:slug?" element={<BookMaking />} />
    </Route>
    <Route element={<RequireRole roles={[...authors]} />}>
      <Route path="uploadblogsteps/:slug?" element={<GuidedWriting />} />
      <Route path="upload-blog" element={<WritingOnOneScreen />} />
      <Route path="storyedit" element={<ChapterEditing />} />
    </Route>
    <Route element={<RequireRole roles={areaRoles.student} />}>
      <Route path="my-messages/:id?" element={<Messages />} />
    </Route>
    <Route element={<RequireRole roles={[...classStaff, ...areaRoles.platform]} />}>
      <Route path="uploadcontent/:id?" element={<SharedContent />} />
    </Route>
    <Route element={<RequireRole roles={areaRoles.adminSchool} />}>
      <Route path="admin-school/*" element={<AdminSchool notFound={<NotFound />} />} />
    </Route>
    <Route element={<RequireRole roles={areaRoles.organization} />}>
      <Route path="admin-organization/*" element={<AdminOrganization notFound={<NotFound />} />} />
    </Route>
    <Route element={<RequireRole roles={areaRoles.platform} />}>
      <Route path="admin-panel/*" element={<AdminPanel notFound={<NotFound />} />} />
    </Route>
    <Route element={<RequireRole roles={['parent']} />}>
      <Route path="champion/*" element={<Champion notFound={<NotFound />} />} />
    </Route>
    <Route path="*" element={<NotFound />} />
  </Route>,
);

export function Pages() {
  return useRoutes(routes);
}

/**
 * Asks for the code of the page at an address, which takes as long as asking whose address it is: both go together. The page
 * asks again when it is shown, and says so if it does not come.
 */
export function fetchPageAt(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const load = isValidElement(route.element) && loaders.get(route.element.type);
    if (load) void load().catch(() => undefined);
  }
}
