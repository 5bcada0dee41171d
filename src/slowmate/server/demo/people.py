"""The people of the demo: invented names, written as in their federations; nobody's on purpose."""

from random import Random
from typing import NamedTuple

NAMES: dict[str, tuple[str, str, str]] = {
    # federation: given names of women, of men, surnames (a slash parts a woman's form from a man's)
    "CZE": (
        "Alžběta Barbora Dorota Kateřina Ludmila Markéta Zdeňka",
        "Antonín Bedřich Čeněk Hynek Jáchym Oldřich Vítězslav",
        "Březinová/Březina Doubravová/Doubrava Havránková/Havránek Jelínková/Jelínek Křepelová/Křepela Sýkorová/Sýkora",
    ),
    "GER": (
        "Annegret Friederike Hannelore Irmgard Roswitha Sieglinde",
        "Burkhard Eberhard Gottfried Jürgen Lothar Winfried",
        "Ackerbach Brunnthaler Dornfeld Eichwald Grünhagen Lindhorst Steinkamp Wiesenrath",
    ),
    "ENG": (
        "Beatrice Cordelia Edith Harriet Imogen Winifred",
        "Alistair Cuthbert Edmund Humphrey Percival Rupert",
        "Ashcombe Birchmore Crowhurst Dunwell Fernsby Hartlow Penrose Wetherley",
    ),
    "ITA": (
        "Bettina Fiammetta Ginevra Loredana Ornella Tullia",
        "Amedeo Corrado Ettore Gualtiero Ruggero Saverio",
        "Acquaviva Bellandi Campofiore Montesanti Pratolini Roccaforte Valdarno",
    ),
    "ESP": (
        "Almudena Begoña Consuelo Inmaculada Milagros Remedios",
        "Anselmo Baltasar Eusebio Gonzalo Leandro Modesto",
        "Almazara Cantalapiedra Fuentesol Montealegre Robledal Valdivieso",
    ),
    "POL": (
        "Bogumiła Danuta Halina Jadwiga Stanisława Wisława",
        "Bogusław Czesław Kazimierz Mieczysław Przemysław Zdzisław",
        "Brzezińska/Brzeziński Dębowska/Dębowski Jaworska/Jaworski Kalinowska/Kalinowski Zawilska/Zawilski",
    ),
    "FIN": (
        "Aino Eeva Helvi Kyllikki Orvokki Tuulikki",
        "Aarne Eino Kalervo Onni Tauno Veikko",
        "Harjula Järvelä Koivuniemi Lehtosalo Niittymäki Vesterinen",
    ),
    "SWE": (
        "Birgitta Gunhild Ingegerd Märta Solveig Ulrika",
        "Arvid Folke Hjalmar Ragnar Sixten Torsten",
        "Björkdal Ekelund Granqvist Lindaker Sandelin Åkerhage",
    ),
    "ARG": (
        "Azucena Delfina Graciela Mirta Nélida Yolanda",
        "Aníbal Evaristo Florencio Hipólito Leopoldo Rogelio",
        "Arrieta Bustamante Echegaray Iturralde Quiroga Villafañe",
    ),
    "USA": (
        "Arlene Delphine Ernestine Lorraine Marjorie Opal",
        "Chester Delbert Elwood Horace Leland Willard",
        "Applewhite Birdsong Cutterfield Fairbanks Hollowell Stockbridge",
    ),
    "BRA": (
        "Benedita Conceição Filomena Iracema Jandira Zulmira",
        "Adalberto Benedito Eudes Josué Olavo Waldemar",
        "Albuquerque Cavalcanti Figueiredo Montenegro Sampaio Vasconcelos",
    ),
    "IND": (
        "Anasuya Charulata Indrani Kamala Padmini Vasundhara",
        "Balakrishna Dinanath Govinda Madhavan Raghunath Sitaram",
        "Bhattathiri Deshmane Kulkarnix Namboodar Ranganekar Vaidyapura",
    ),
    "LTU": (
        "Aldona Birutė Danguolė Rasa Vaida Živilė",
        "Algimantas Gediminas Kęstutis Mindaugas Rimvydas Vytenis",
        "Beržinytė/Beržinis Girdenytė/Girdenis Šilinytė/Šilinis Ąžuolytė/Ąžuolas",
    ),
    "NED": (
        "Aleida Cornelia Geertruida Hendrika Wilhelmina",
        "Adriaan Cornelis Gerrit Hendrik Teunis Willem",
        "van Asperen Boerhout Duinkerk van Hoogstraat Meerwijk Zandvliet",
    ),
}
TITLES = (("GM", 2520), ("SIM", 2460), ("IM", 2390), ("CCM", 2290), ("CCE", 2190))
"""A title and the rating from which a player of the demo may have it."""


class Person(NamedTuple):
    name: str
    federation: str
    sex: str
    birth_year: int
    rating: int | None
    rating_games: int
    title: str


def people(lot: Random, count: int) -> list[Person]:
    """Return so many different people."""
    pool = sorted({name for federation in NAMES for name in _names(federation)})
    chosen = lot.sample(pool, count)
    return [_person(lot, *name) for name in chosen]


def _names(federation: str) -> list[tuple[str, str, str]]:
    women, men, surnames = NAMES[federation]
    particle, names = "", []
    for word in surnames.split():
        if word == "van":
            particle = "van "
            continue
        female, _, male = word.partition("/")
        names += [(f"{given} {particle}{female}", federation, "f") for given in women.split()]
        names += [(f"{given} {particle}{male or female}", federation, "m") for given in men.split()]
        particle = ""
    return names


def _person(lot: Random, name: str, federation: str, sex: str) -> Person:
    games = int(lot.lognormvariate(4.2, 1.1))
    rating = None if games < 12 else max(1400, min(2640, round(lot.gauss(2200, 210))))
    earned = [title for title, least in TITLES if rating and games > 60 and rating >= least]
    title = earned[0] if earned and lot.random() < 0.9 else ""
    return Person(name, federation, sex, lot.randrange(1938, 2006), rating, games, title)
