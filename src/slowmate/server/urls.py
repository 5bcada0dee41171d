"""Which address shows what."""

from django.urls import include, path
from django.views.i18n import set_language

from slowmate.server.accounts import views as tokens
from slowmate.server.api import api, reference
from slowmate.server.correspondence import views as correspondence
from slowmate.server.desk.views import desk
from slowmate.server.desk.views import sections as desk_sections
from slowmate.server.events.views import desk as entries_desk
from slowmate.server.events.views import (
    dividing,
    entering,
    events,
    federations,
    nominations,
    planning,
    posting,
    running,
    section_running,
    sections,
)
from slowmate.server.events.views import downloads as section_files
from slowmate.server.events.views import mine as my_events
from slowmate.server.front import views as front
from slowmate.server.games.views import behalf, challenges, downloads, feeds, games, leave, meaning, postal, watching
from slowmate.server.jobs import views as health
from slowmate.server.mail import views as mail
from slowmate.server.people.views import offices, people, pictures
from slowmate.server.privacy import views as privacy
from slowmate.server.ratings.views import calculators, explanation, forecast, lists, what_if
from slowmate.server.ratings.views import office as ratings_office
from slowmate.server.rulebook import views as rulebook
from slowmate.server.site import addresses, problems

addresses.register()
urlpatterns = [
    path("", front.front, name="front"),
    path("games", games.my_games, name="my-games"),
    path("games/next", games.next_game, name="next-game"),
    path("games/mine.pgn", downloads.mine, name="my-pgn"),
    path("games/<int:pk>", games.game, name="game"),
    path("games/<int:pk>/submit", games.submit, name="game-submit"),
    path("games/<int:pk>/accept", games.accept, name="game-accept"),
    path("games/<int:pk>/claim", games.claim, name="game-claim"),
    path("games/<int:pk>/watch", watching.watch, name="game-watch"),
    path("games/<int:pk>/words", games.in_words, name="game-words"),
    path("games/<int:pk>/journal", games.journal, name="game-journal"),
    path("games/<int:pk>/means", meaning.means, name="game-means"),
    path("games/<int:pk>/pgn", downloads.game, name="game-pgn"),
    path("games/<int:pk>/scoresheet", downloads.scoresheet, name="game-scoresheet"),
    path("games/<int:pk>/scoresheet.txt", downloads.scoresheet, {"kind": "txt"}, name="game-scoresheet-text"),
    path("games/<int:pk>/conditionals", correspondence.conditionals, name="game-conditionals"),
    path("games/<int:pk>/note", correspondence.note, name="game-note"),
    path("games/<int:pk>/message", correspondence.message, name="game-message"),
    path("games/<int:pk>/report", correspondence.report, name="game-report"),
    path("games/<int:pk>/analyse", correspondence.analyse, name="game-analyse"),
    path("games/<int:pk>/analysis", correspondence.save_analysis, name="game-analysis"),
    path("games/<int:pk>/analysis/<int:analysis>/delete", correspondence.delete_analysis, name="game-analysis-delete"),
    path("games/<int:pk>/decide", desk.decide, name="game-decide"),
    path("games/<int:pk>/record", postal.submit, name="game-record"),
    path("games/<int:pk>/record/accept", postal.accept, name="game-record-accept"),
    path("games/<int:pk>/post/<slug:what>", postal.act, name="game-post"),
    path("games/<int:pk>/for/<slug:colour>/<slug:what>", behalf.act, name="game-for"),
    path("documents/<int:pk>", behalf.document, name="document"),
    path("games/<int:pk>/never/<slug:what>", postal.never, name="game-never"),
    path("games/<int:pk>/<slug:action>", games.act, name="game-act"),
    path("challenges", challenges.index, name="challenges"),
    path("challenges/<int:pk>/accept", challenges.accept, name="challenge-accept"),
    path("challenges/<int:pk>/<slug:how>", challenges.answer, name="challenge-answer"),
    path("players", people.index, name="players"),
    path("players/<int:pk>", people.player, name="player"),
    path("players/<int:pk>/games.pgn", downloads.of_player, name="player-pgn"),
    path("players/<int:pk>/picture/<slug:digest>.webp", pictures.picture, name="picture"),
    path("news.atom", front.news, name="news-feed"),
    path("events", events.index, name="events"),
    path("events/plan", planning.plan, name="event-plan"),
    path("events/<int:pk>", events.event, name="event"),
    path("events/<int:pk>/plan", planning.change, name="event-change"),
    path("events/<int:pk>/run", running.run, name="event-run"),
    path("events/<int:pk>/run/apply", running.apply, name="event-apply"),
    path("events/<int:pk>/run/sections", dividing.sections, name="event-run-sections"),
    path("events/<int:pk>/run/post", posting.post, name="event-run-post"),
    path("events/<int:pk>/run/<slug:what>", running.act, name="event-act"),
    path("events/<int:pk>/enter", entering.enter, name="event-enter"),
    path("events/<int:pk>/enter/whom", entering.whom, name="event-whom"),
    path("events/<int:pk>/entries", entries_desk.entries, name="event-entries"),
    path("entries/<int:pk>", entering.entry, name="entry"),
    path("entries/<int:pk>/withdraw", entering.withdraw, name="entry-withdraw"),
    path("entries/<int:pk>/confirm", entering.confirm, name="entry-confirm"),
    path("qualifiers", my_events.table, name="qualifiers"),
    path("me", my_events.me, name="me"),
    path("rights/<int:pk>/put-off", my_events.put_off, name="right-put-off"),
    path("federations/<str:code>", federations.federation, name="federation"),
    path("federations/<str:code>/nominations", nominations.nominations, name="federation-nominations"),
    path("nominations/<int:pk>/take-back", nominations.take_back, name="nomination-take-back"),
    path("grants", nominations.grants, name="grants"),
    path("sections/<int:pk>/games.pgn", section_files.pgn, name="section-pgn"),
    path("sections/<int:pk>/table.csv", section_files.csv, name="section-csv"),
    path("sections/<int:pk>/report.trf", section_files.trf, name="section-trf"),
    path("sections/<int:pk>/event.json", section_files.event_json, name="section-json"),
    path("sections/<int:pk>", sections.section, name="section"),
    path("sections/<int:pk>/run", section_running.run, name="section-run"),
    path("sections/<int:pk>/run/<slug:what>", section_running.act, name="section-act"),
    path("sections/<int:pk>/<slug:tab>", sections.section, name="section-tab"),
    path("settings", people.settings, name="settings"),
    path("settings/zone", people.zone, name="zone-change"),
    path("settings/sessions/<int:pk>/end", privacy.end_session, name="session-end"),
    path("settings/picture", pictures.change, name="picture-change"),
    path("leave", leave.leave, name="leave"),
    path("desk", desk.index, name="desk"),
    path("desk/arrange", postal.arrange, name="arrange"),
    path("desk/players", postal.enter_player, name="enter-player"),
    path("desk/games", desk.games, name="desk-games"),
    path("desk/sections", desk_sections.index, name="desk-sections"),
    path("desk/sections/<int:pk>", desk_sections.section, name="desk-section"),
    path("desk/sections/<int:pk>/write", desk_sections.write, name="desk-section-write"),
    path("desk/noted", desk.note, name="desk-note"),
    path("desk/reports/<int:pk>", desk.settle, name="report-settle"),
    path("ratings", lists.newest, name="ratings"),
    path("ratings/forecast", forecast.mine, name="rating-forecast"),
    path("ratings/<period:period>", lists.one, name="rating-list"),
    path("ratings/<period:period>.csv", lists.as_csv, name="rating-csv"),
    path("ratings/<period:period>/<int:pk>", explanation.explanation, name="rating-explanation"),
    path("calculators", calculators.calculators, name="calculators"),
    path("what-if", what_if.page, name="what-if"),
    path("ratings/office", ratings_office.index, name="ratings-office"),
    path("ratings/office/<int:pk>", ratings_office.one, name="ratings-office-list"),
    path("ratings/office/<int:pk>/adjust", ratings_office.adjust, name="ratings-adjust"),
    path("ratings/office/<int:pk>/withdraw/<int:adjustment>", ratings_office.withdraw, name="ratings-withdraw"),
    path("ratings/office/<int:pk>/publish", ratings_office.publish, name="ratings-publish"),
    path("ratings/office/<int:pk>/again", ratings_office.again, name="ratings-again"),
    path("ratings/office/<int:pk>/revise", ratings_office.revise, name="ratings-revise"),
    path("ratings/office/<int:pk>/discard", ratings_office.discard, name="ratings-discard"),
    path("conduct", rulebook.conduct, name="conduct"),
    path("about", front.about, name="about"),
    path("rulebook", rulebook.search, name="rulebook"),
    path("rulebook/developers/<str:edition>/<path:address>", rulebook.developers, name="clause-developers"),
    path("rulebook/<str:edition>", rulebook.edition, name="edition"),
    path("rulebook/<str:edition>/<path:address>", rulebook.one, name="clause"),
    path("language", set_language, name="set_language"),
    path("theme", front.theme, name="theme"),
    path("accounts/", include("slowmate.server.accounts.urls")),
    path("account/export", privacy.export, name="account-export"),
    path("account/delete", privacy.delete, name="account-delete"),
    path("tokens", tokens.index, name="tokens"),
    path("tokens/<int:pk>/end", tokens.end, name="token-end"),
    path("offices", offices.index, name="offices"),
    path("offices/<int:pk>/end", offices.end, name="office-end"),
    path("api/", reference, name="api-reference"),
    path("api/", api.urls),
    path("api/<path:rest>", problems.nothing, name="api-nothing"),
    path("feeds", feeds.mine, name="feeds"),
    path("feeds/<str:key>.ics", feeds.calendar, name="calendar"),
    path("unsubscribe/<str:key>", mail.unsubscribe, name="unsubscribe"),
    path("demo/", include("slowmate.server.demo.urls")),
    path("healthz", health.healthz, name="healthz"),
]
handler400 = "slowmate.server.site.error_pages.bad_request"
handler404 = "slowmate.server.site.error_pages.not_found"
handler429 = "slowmate.server.site.error_pages.too_many"  # allauth's
handler500 = "slowmate.server.site.error_pages.failed"
