import { Navigate, useSearchParams } from 'react-router-dom';
import type { User } from '#contract/identity/identity.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { authors, classStaff } from '#contract/kit/roles.ts';
import type { PageTable } from '#src/areas/page-table.tsx';
import { areaRoles, ownDashboard } from '#src/session/dashboards.ts';
import { choosesPage, lazyPage } from '#src/session/late-code.ts';
import { RequireRole } from '#src/session/require-role.tsx';
import { useSessionStore } from '#src/session/session.store.ts';
import { useIsVisitor, useUser } from '#src/session/use-session.ts';

const writing = () => import('#src/areas/writing/writing.area.tsx');
const offers = () => import('#src/areas/visitors/offer.area.tsx');

const Home = lazyPage(async () => (await import('#src/areas/home.area.tsx')).HomeArea);
const SignIn = lazyPage(
  async () =>
    (await import(/* first page: way-in */ '#src/features/identity/sign-in.screen.tsx')).SignInScreen,
);
const Scanner = lazyPage(async () => (await import('#src/features/scanner/qr-scanner.tsx')).QrScanner);
const SignOut = lazyPage(
  async () => (await import('#src/features/identity/sign-out.screen.tsx')).SignOutScreen,
);
const ForgotPassword = lazyPage(
  async () =>
    (await import(/* part: aside */ '#src/features/passwords/forgot-password.screen.tsx'))
      .ForgotPasswordScreen,
);
const NewPassword = lazyPage(
  async () =>
    (await import(/* part: aside */ '#src/features/passwords/new-password.screen.tsx')).NewPasswordScreen,
);
const AcceptInvitation = lazyPage(
  async () => (await import('#src/areas/office/accept-invitation.page.tsx')).AcceptInvitationPage,
);
const Verification = lazyPage(
  async () =>
    (await import(/* part: office */ '#src/features/members/verification.screen.tsx')).VerificationScreen,
);
const Content = lazyPage(
  async () => (await import(/* first page: content */ '#src/areas/pages/content.area.tsx')).ContentArea,
);
const Preview = lazyPage(async () => (await import('#src/areas/preview/preview.area.tsx')).PreviewArea);
const Faq = lazyPage(
  async () => (await import(/* first page: faq */ '#src/features/help/faq.screen.tsx')).FaqScreen,
);
const Library = lazyPage(
  async () =>
    (await import(/* first page: library */ '#src/features/library/library.screen.tsx')).LibraryScreen,
);
const Work = lazyPage(async () => (await import('#src/areas/reader/work.area.tsx')).WorkArea);
const Cart = lazyPage(async () => (await import('#src/areas/cart/cart.area.tsx')).CartArea);
const Buying = lazyPage(async () => (await import('#src/areas/checkout/checkout.area.tsx')).CheckoutArea);
const Charities = lazyPage(async () => (await import('#src/areas/charities.area.tsx')).CharitiesArea);
const Kept = lazyPage(async () => (await import('#src/features/reading/kept.screen.tsx')).KeptScreen);
const Acknowledgement = lazyPage(
  async () => (await import('#src/features/library/acknowledgement.screen.tsx')).AcknowledgementScreen,
);
const GuidedWriting = lazyPage(async () => (await writing()).GuidedWriting);
const WritingOnOneScreen = lazyPage(async () => (await writing()).WritingOnOneScreen);
const ChapterEditing = lazyPage(async () => (await writing()).ChapterEditing);
const BookMaking = lazyPage(async () => (await writing()).BookMaking);
const Messages = lazyPage(async () => (await writing()).Messages);
const Offer = lazyPage(async () => (await offers()).OfferArea);
const ConfirmOffer = lazyPage(async () => (await offers()).ConfirmOfferArea);
const SharedContent = lazyPage(
  async () => (await import('#src/areas/office/shared-content.page.tsx')).SharedContentPage,
);
const Student = lazyPage(async () => {
  // Of that page what is looked for first. It asks for it again, and says so if it does not come.
  void import('#src/features/works/my-works.tsx').catch(() => undefined);
  return (await import('#src/areas/student.area.tsx')).StudentArea;
});
const Teacher = lazyPage(async () => (await import('#src/areas/office/teacher.page.tsx')).TeacherPage);
const AdminSchool = lazyPage(
  async () => (await import('#src/areas/office/admin-school.area.tsx')).AdminSchoolArea,
);
const AdminOrganization = lazyPage(
  async () => (await import('#src/areas/organization/admin-organization.area.tsx')).AdminOrganizationArea,
);
const Champion = lazyPage(async () => (await import('#src/areas/champion/champion.area.tsx')).ChampionArea);
const AdminPanel = lazyPage(
  async () => (await import('#src/areas/panel/admin-panel.area.tsx')).AdminPanelArea,
);
const Register = lazyPage(
  async () => (await import(/* first page: register */ '#src/areas/register/register.area.tsx')).RegisterArea,
);
const NotFound = lazyPage(async () => (await import('./not-found.screen.tsx')).NotFoundScreen);

/** One address, and for each role its own page. */
function Dashboard() {
  const user = useUser();
  const [address] = useSearchParams();
  const elsewhere = user && ownDashboard(user, address.get('option'));
  if (elsewhere) return <Navigate to={elsewhere} replace />;
  return pageForRole(user);
}

const pageForRole = (user: User | null) => (user?.role === 'student' ? <Student /> : <Teacher />);
choosesPage(Dashboard, () => {
  const { user } = useSessionStore.getState();
  return user && !ownDashboard(user, null) && pageForRole(user);
});

/**
 * `/uploadbook`: the own books of those who write here; a visitor hands one in. The link that confirms it opens wherever somebody
 * reads their e-mail.
 */
function UploadBook() {
  const [address] = useSearchParams();
  const isVisitor = useIsVisitor();
  if (address.has('confirm')) return <ConfirmOffer />;
  return isVisitor ? <Offer /> : <RequireRole roles={authors} />;
}

export const notFound = <NotFound />;

const signIn = <SignIn Scanner={Scanner} />;
const buying = <Buying notFound={notFound} />;
const content = <Content notFound={notFound} />;

const learning = [
  publicPaths.courses,
  publicPaths.hubs,
  publicPaths.challenges,
  publicPaths.live,
  publicPaths.goals,
  publicPaths.films,
];

/** Public pages, and the forms that some of them have. */
const contentPages = [
  paths.terms,
  paths.refunds,
  paths.privacy,
  paths.contact,
  publicPaths.problem,
  publicPaths.tour,
  publicPaths.enrolment,
  publicPaths.about,
  publicPaths.framework,
  publicPaths.team,
  publicPaths.reach,
  publicPaths.libraries,
  publicPaths.dearWorld,
  publicPaths.testimonials,
  publicPaths.canva,
  ...learning,
];

/** The pages of the app; an area has a table of its own below its home. */
export const sitePages: PageTable = {
  under: null,
  rows: [
    { at: paths.home, element: <Home /> },
    { at: paths.signIn, element: signIn },
    { at: paths.signInAt, element: signIn },
    { at: paths.register, element: <Register /> },
    { at: paths.signOut, element: <SignOut /> },
    { at: paths.forgotPassword, element: <ForgotPassword /> },
    { at: paths.newPassword, element: <NewPassword /> },
    { at: paths.acceptInvitation, element: <AcceptInvitation /> },
    { at: paths.confirmEmail, element: <Verification /> },
    ...contentPages.map((at) => ({ at, element: content })),
    { at: paths.preview, element: <Preview /> },
    { at: paths.faq, element: <Faq /> },
    { at: paths.library, element: <Library /> },
    { at: paths.work, element: <Work /> },
    { at: paths.cart, element: <Cart /> },
    { at: paths.checkout, element: buying },
    { at: paths.stripePayment, element: buying },
    { at: paths.paypalPayment, element: buying },
    { at: paths.phonepePayment, element: buying },
    { at: paths.trackOrder, element: buying },
    { at: paths.invoice, element: buying },
    { at: paths.causes, element: <Charities /> },
    { at: paths.certificate, element: <Charities /> },
    { at: paths.kept, element: <Kept /> },
    { at: paths.acknowledgement, element: <Acknowledgement /> },
    {
      at: paths.dashboard,
      element: <Dashboard />,
      roles: [...areaRoles.student, ...areaRoles.teacher],
      families: paths.home(),
    },
    { at: paths.books, element: <BookMaking />, guard: <UploadBook /> },
    { at: paths.stories, element: <GuidedWriting />, roles: authors },
    { at: paths.storyOnOneScreen, element: <WritingOnOneScreen />, roles: authors },
    { at: paths.chapters, element: <ChapterEditing />, roles: authors },
    { at: paths.messages, element: <Messages />, roles: areaRoles.student },
    { at: paths.resources, element: <SharedContent />, roles: [...classStaff, ...areaRoles.platform] },
    {
      at: paths.school.home,
      element: <AdminSchool notFound={notFound} />,
      roles: areaRoles.adminSchool,
      isArea: true,
    },
    {
      at: paths.organization.home,
      element: <AdminOrganization notFound={notFound} />,
      roles: areaRoles.organization,
      isArea: true,
    },
    {
      at: paths.platform.home,
      element: <AdminPanel notFound={notFound} />,
      roles: areaRoles.platform,
      isArea: true,
    },
    { at: paths.champion, element: <Champion notFound={notFound} />, roles: ['parent'], isArea: true },
  ],
};
